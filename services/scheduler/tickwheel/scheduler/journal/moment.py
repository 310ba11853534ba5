"""A job as it was at some instant: the time machine. Pure: what it is given is all it knows."""

from collections.abc import Iterable

import msgspec

from tickwheel.protocol.events.event import Event
from tickwheel.protocol.vocabulary import JobStatus
from tickwheel.scheduler.engine.fold import Fold
from tickwheel.scheduler.engine.state import ExecutionState, JobState
from tickwheel.scheduler.engine.status import status_of
from tickwheel.scheduler.journal.entry import Entry


class Moment(msgspec.Struct, frozen=True):
    job: JobState
    status: JobStatus
    executions: tuple[ExecutionState, ...]
    """Those that had not ended, and dead letters, in the order of their creation."""
    last: Event
    """The last event up to then."""
    partition: int
    offset: int
    """Where that event stands."""


def fold(entries: Iterable[Entry]) -> Moment | None:
    """Entries of one job, from its first on. None if there is no such job after them: never made, or retired."""
    folded, last = Fold(), None
    for entry in entries:
        folded.apply(entry.event)
        last = entry
    if last is None or (job := folded.jobs.get(last.event.job_id)) is None:
        return None
    live = folded.executions.get(job.job_id, {}).values()
    return Moment(
        job,
        status_of(job),
        tuple(sorted(live, key=lambda execution: execution.number)),
        last.event,
        last.partition,
        last.offset,
    )
