"""What must hold when a simulated cluster has come to rest, whatever happened to it before.

The evidence of starts comes from the handlers themselves; everything else is read from the log.
"""

from collections import Counter, defaultdict

from tests.simulation.world import World

from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.protocol.events.backfill import BackfillPlanned
from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.execution import (
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionFailed,
    ExecutionSkipped,
)
from tickwheel.protocol.events.job import JobRetired
from tickwheel.scheduler import state_records
from tickwheel.scheduler.engine.evolve import evolve_execution, evolve_job
from tickwheel.scheduler.engine.state import ExecutionState, JobState

ANSWERS = (CommandRejected, CommandRepeated, BackfillPlanned)
ENDINGS = (ExecutionCompleted, ExecutionFailed, ExecutionCancelled, ExecutionSkipped)


def faults(world: World) -> list[str]:
    """Every promise that was broken, as a sentence each."""
    events = [world.codec.decode(record.value or b"", Event) for record in world.read(world.topics.events)]
    return [
        *_unanswered(world, events),
        *_gaps(events),
        *_created_twice(events),
        *_ended_twice(events),
        *_unfinished(events),
        *_early(world),
        *_started_twice(world),
        *_completed_without_start(world, events),
        *_state_differs(world, events),
    ]


def _unanswered(world: World, events: list[Event]) -> list[str]:
    answered = {event.cause_id for event in events}
    return [
        f"the {type(command).__name__} {command.command_id} was acknowledged and never answered"
        for command in world.commands
        if command.command_id not in answered
    ]


def _gaps(events: list[Event]) -> list[str]:
    last: dict[str, int] = {}
    found = []
    for event in events:
        if isinstance(event, ANSWERS):
            continue
        expected = last.get(event.job_id, 0) + 1
        if event.sequence != expected:
            found.append(f"job {event.job_id} has {type(event).__name__} {event.sequence} where {expected} was due")
        last[event.job_id] = 0 if isinstance(event, JobRetired) else event.sequence
    return found


def _created_twice(events: list[Event]) -> list[str]:
    created = Counter(event.execution_id for event in events if isinstance(event, ExecutionCreated))
    return [f"execution {execution} was created {count} times" for execution, count in created.items() if count > 1]


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


def _early(world: World) -> list[str]:
    return [f"early by {s.not_before_ms - s.at_ms} ms: {s}" for s in world.evidence if s.at_ms < s.not_before_ms]


def _started_twice(world: World) -> list[str]:
    """An attempt has one owner; an at_most_once execution has one start, ever."""
    attempts = Counter((start.execution_id, start.attempt) for start in world.evidence)
    once = Counter(start.execution_id for start in world.evidence if start.delivery == "at_most_once")
    return [
        *(f"attempt {key} was started {count} times" for key, count in attempts.items() if count > 1),
        *(f"at_most_once {execution} was started {count} times" for execution, count in once.items() if count > 1),
    ]


def _completed_without_start(world: World, events: list[Event]) -> list[str]:
    started = {(start.execution_id, start.attempt) for start in world.evidence}
    return [
        f"execution {event.execution_id} completed by attempt {event.attempt}, which never started"
        for event in events
        if isinstance(event, ExecutionCompleted) and (event.execution_id, event.attempt) not in started
    ]


def _state_differs(world: World, events: list[Event]) -> list[str]:
    """The state records must be what folding the journal gives."""
    jobs, executions = _folded(events)
    stored_jobs, stored_executions = _stored(world)
    found = [
        f"state of {kind} {key} is {stored.get(key)!r}, the journal says {folded.get(key)!r}"
        for kind, folded, stored in (("job", jobs, stored_jobs), ("execution", executions, stored_executions))
        for key in folded.keys() | stored.keys()
        if folded.get(key) != stored.get(key)
    ]
    return found[:3]


def _folded(events: list[Event]) -> tuple[dict[str, object], dict[str, object]]:
    jobs: dict[str, JobState] = {}
    executions: dict[str, ExecutionState] = {}
    for event in events:
        if isinstance(event, ANSWERS):
            continue
        before = jobs.get(event.job_id)
        after = evolve_job(before, event)
        if isinstance(event, ExecutionEvent):
            changed = evolve_execution(executions.get(event.execution_id), event, after)
            _put(executions, event.execution_id, changed)
        _put(jobs, event.job_id, after)
    return dict(jobs), dict(executions)


def _stored(world: World) -> tuple[dict[str, object], dict[str, object]]:
    jobs: dict[str, object] = {}
    executions: dict[str, object] = {}
    for record in world.read(world.topics.state):
        key = record.key or b""
        if key == state_records.OWNER_KEY:
            continue
        job_id, execution_id = state_records.ids_of(key)
        if execution_id:
            _put(executions, execution_id, record.value and state_records.decode_execution(record.value))
        else:
            _put(jobs, job_id, record.value and state_records.decode_job(record.value))
    return jobs, executions


def _put(table: dict[str, object] | dict[str, JobState] | dict[str, ExecutionState], key: str, value: object) -> None:
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value  # type: ignore[assignment] - each caller puts what its table holds


def by_kind(events: list[Event]) -> dict[str, int]:
    kinds: dict[str, int] = defaultdict(int)
    for event in events:
        kinds[type(event).__name__] += 1
    return dict(kinds)
