"""What must hold when a simulated cluster has come to rest, whatever happened to it before.

The evidence of starts comes from the handlers themselves; everything else is read from the log.
"""

from collections import Counter

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
from tickwheel.scheduler.engine.evolve import evolve
from tickwheel.scheduler.engine.state import ExecutionState, JobState

States = dict[str, JobState | ExecutionState]
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
            found.append(
                f"job {event.job_id} has {type(event).__name__} {event.sequence} where {expected} was due"
            )
        last[event.job_id] = 0 if isinstance(event, JobRetired) else event.sequence
    return found


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


def _state_differs(world: World, events: list[Event]) -> list[str]:
    """The state records must be what folding the journal gives."""
    folded, stored = _folded(events), _stored(world)
    found = [
        f"state of {key} is {stored.get(key)!r}, the journal says {folded.get(key)!r}"
        for key in sorted(folded.keys() | stored.keys())
        if folded.get(key) != stored.get(key)
    ]
    return found[:3]


def _folded(events: list[Event]) -> States:
    """Every job and execution by its id."""
    jobs: dict[str, JobState | None] = {}
    executions: dict[str, ExecutionState | None] = {}
    for event in events:
        execution_id = getattr(event, "execution_id", "")
        job, execution = evolve(jobs.get(event.job_id), executions.get(execution_id), event)
        jobs[event.job_id] = job
        if execution_id:
            executions[execution_id] = execution
    known = {job_id: job for job_id, job in jobs.items() if job is not None and job.sequence}
    live = {
        execution_id: execution for execution_id, execution in executions.items() if execution is not None
    }
    return {**known, **live}


def _stored(world: World) -> States:
    states: States = {}
    for record in world.read(world.topics.state):
        key = record.key or b""
        if key == state_records.OWNER_KEY:
            continue
        job_id, execution_id = state_records.ids_of(key)
        if record.value is None:
            states.pop(execution_id or job_id, None)
        elif execution_id:
            states[execution_id] = state_records.decode_execution(record.value)
        else:
            states[job_id] = state_records.decode_job(record.value)
    return states
