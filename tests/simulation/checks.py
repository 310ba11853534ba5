"""What must hold when a simulated cluster has come to rest, whatever happened to it before.

The evidence of starts comes from the handlers themselves; everything else is read from the log.
"""

from collections import Counter

from tests.simulation.world import World

from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.execution import (
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionFailed,
    ExecutionSkipped,
)
from tickwheel.protocol.events.job import JobCreated, JobDeleted
from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.runtime.log.memory import MemoryLog
from tickwheel.scheduler.engine.plan import schedule_of
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.journal.verification import verify

ENDINGS = (ExecutionCompleted, ExecutionFailed, ExecutionCancelled, ExecutionSkipped)


def is_at_rest(world: World) -> bool:
    """Nothing is left to happen: every command is answered, every due time decided, every execution ended."""
    events = _journal(world)
    return not (_unanswered(world, events) or _missed(world, events) or _unfinished(events))


def faults(world: World) -> list[str]:
    """Every promise that was broken, as a sentence each."""
    events = _journal(world)
    return [
        *_unanswered(world, events),
        *_created_twice(events),
        *_ended_twice(events),
        *_unfinished(events),
        *_missed(world, events),
        *_early(world),
        *_started_twice(world),
        *_completed_without_start(world, events),
        *_unproven(world),
    ]


def _journal(world: World) -> list[Event]:
    return [world.decoded(record, Event) for record in world.read(world.topics.events)]


def _unanswered(world: World, events: list[Event]) -> list[str]:
    answered = {event.cause_id for event in events}
    return [
        f"the {type(command).__name__} {command.command_id} was acknowledged and never answered"
        for command in world.commands
        if command.command_id not in answered
    ]


def _created_twice(events: list[Event]) -> list[str]:
    created = Counter(event.execution_id for event in events if isinstance(event, ExecutionCreated))
    return [
        f"execution {execution} was created {count} times"
        for execution, count in created.items()
        if count > 1
    ]


def _ended_twice(events: list[Event]) -> list[str]:
    ended = Counter(event.execution_id for event in events if isinstance(event, ENDINGS))
    return [f"execution {execution} ended {count} times" for execution, count in ended.items() if count > 1]


def _unfinished(events: list[Event]) -> list[str]:
    ended = {event.execution_id for event in events if isinstance(event, ENDINGS)}
    last = {event.execution_id: type(event).__name__ for event in events if isinstance(event, ExecutionEvent)}
    return [
        f"execution {event.execution_id} ({event.origin}) never ended; its last event is {last[event.execution_id]}"
        for event in events
        if isinstance(event, ExecutionCreated) and event.execution_id not in ended
    ]


def _missed(world: World, events: list[Event]) -> list[str]:
    """Every due time of every schedule has an execution, or a recorded reason why not."""
    ran = {(e.job_id, e.scheduled_ms) for e in events if isinstance(e, ExecutionCreated)}
    skipped: dict[str, list[OccurrenceSkipped]] = {}
    for event in events:
        if isinstance(event, OccurrenceSkipped):
            skipped.setdefault(event.job_id, []).append(event)
    deleted_ms = {event.job_id: event.at_ms for event in events if isinstance(event, JobDeleted)}
    return [
        f"job {created.job_id} was due at {due_ms}, did not run, and nothing says why"
        for created in events
        if isinstance(created, JobCreated) and created.definition.when in ("cron", "interval")
        for due_ms in _due_times(created, deleted_ms.get(created.job_id, world.clock.now_ms()))
        if (created.job_id, due_ms) not in ran
        and not any(s.due_ms <= due_ms <= s.last_due_ms for s in skipped.get(created.job_id, ()))
    ]


def _due_times(created: JobCreated, until_ms: int) -> list[int]:
    schedule = schedule_of(created.definition, created.job_id, created.at_ms)
    assert not isinstance(schedule, Refusal)
    times: list[int] = []
    due_ms = schedule.next_after(created.at_ms)
    while due_ms is not None and due_ms < until_ms:
        times.append(due_ms)
        due_ms = schedule.next_after(due_ms)
    return times


def _early(world: World) -> list[str]:
    return [
        f"early by {s.not_before_ms - s.at_ms} ms: {s}" for s in world.evidence if s.at_ms < s.not_before_ms
    ]


def _started_twice(world: World) -> list[str]:
    """An attempt has one owner; an at_most_once execution has one start, ever."""
    attempts = Counter((start.execution_id, start.attempt) for start in world.evidence)
    once = Counter(start.execution_id for start in world.evidence if start.delivery == "at_most_once")
    return [
        *(f"attempt {key} was started {count} times" for key, count in attempts.items() if count > 1),
        *(
            f"at_most_once {execution} was started {count} times"
            for execution, count in once.items()
            if count > 1
        ),
    ]


def _completed_without_start(world: World, events: list[Event]) -> list[str]:
    started = {(start.execution_id, start.attempt) for start in world.evidence}
    return [
        f"execution {event.execution_id} completed by attempt {event.attempt}, which never started"
        for event in events
        if isinstance(event, ExecutionCompleted) and (event.execution_id, event.attempt) not in started
    ]


def _unproven(world: World) -> list[str]:
    """What `tickwheel log verify` finds: gaps in the journal, and state records that it does not explain."""
    source = MemoryLog(world.broker, "checker")
    found = verify(source, world.topics, world.codec, world.kafka.partitions)
    return [fault for partition in found for fault in partition.faults][:3]
