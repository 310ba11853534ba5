"""What the journal says of one partition, under the keys that the `state` topic has."""

from tickwheel.protocol.events.event import Event
from tickwheel.scheduler import state_records
from tickwheel.scheduler.engine.fold import Fold
from tickwheel.scheduler.journal.stored import State


class Folded:
    def __init__(self) -> None:
        self._fold = Fold()

    def apply(self, event: Event) -> str:
        """What is wrong with the event's place among the job's events; empty if nothing is."""
        return self._fold.apply(event)

    @property
    def jobs(self) -> int:
        return len(self._fold.jobs)

    @property
    def executions(self) -> int:
        return sum(map(len, self._fold.executions.values()))

    def subjects(self) -> set[str]:
        return self._fold.jobs.keys() | self._fold.calendars.keys()

    def of(self, subject: str) -> dict[bytes, State]:
        """Everything about one job or calendar."""
        found: dict[bytes, State] = {}
        if subject in self._fold.jobs:
            found[state_records.job_key(subject)] = self._fold.jobs[subject]
        for execution_id, execution in self._fold.executions.get(subject, {}).items():
            found[state_records.execution_key(subject, execution_id)] = execution
        if subject in self._fold.calendars:
            found[state_records.calendar_key(subject)] = self._fold.calendars[subject]
        return found
