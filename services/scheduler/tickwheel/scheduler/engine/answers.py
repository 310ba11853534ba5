"""Answers to commands that change nothing: refused, or already answered. They take no sequence number."""

from tickwheel.protocol import ids
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.execution import RedriveDeadLetter, RetryExecution
from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import Answered
from tickwheel.scheduler.engine.status import status_of
from tickwheel.scheduler.engine.surroundings import Surroundings
from tickwheel.scheduler.engine.validation.values import COMMAND_ID_LENGTH, length

_OCCURRENCES: dict[type[Command], str] = {
    TriggerJob: "trigger",
    RetryExecution: "retry",
    RedriveDeadLetter: "redrive",
}
"""Commands that make an execution, and how its occurrence begins."""


def check(command: Command) -> Refusal | None:
    return length("command_id", command.command_id, 1, COMMAND_ID_LENGTH)


def occurrence_of(command: Command, decided_at_ms: int) -> str:
    """What an execution that a command asks for stands for. The same id sent again after it was forgotten is a new wish."""
    return f"{_OCCURRENCES[type(command)]}:{command.command_id}@{decided_at_ms}"


def find(aggregate: Aggregate, command: Command, around: Surroundings) -> Answered | None:
    """The answer that the command got when it came first."""
    record = aggregate.calendar if aggregate.job is None else aggregate.job
    if record is None or not record.answered:
        return None
    oldest_ms = around.now_ms - around.idempotency_window_ms
    for answered in record.answered:
        if answered.command_id == command.command_id and answered.at_ms > oldest_ms:
            return answered
    return None


def repeat(aggregate: Aggregate, key: str, command: Command, now_ms: int, first: Answered) -> Decision:
    made = type(command) in _OCCURRENCES
    event = CommandRepeated(
        job_id=key,
        sequence=first.sequence,
        at_ms=now_ms,
        job_status=status_of(aggregate.job),
        cause_id=command.command_id,
        actor=command.actor,
        command_type=type(command).__name__,
        execution_id=ids.execution_id(key, occurrence_of(command, first.at_ms)) if made else "",
        version=first.version,
    )
    return Decision(aggregate.job, (event,), calendar=aggregate.calendar)


def unchanged(aggregate: Aggregate, key: str, command: Command, now_ms: int) -> Decision:
    """The command asks for what the job's last event left already."""
    sequence, version = (0, 0) if aggregate.job is None else (aggregate.job.sequence, aggregate.job.version)
    return repeat(aggregate, key, command, now_ms, Answered(command.command_id, now_ms, sequence, version))


def refuse(aggregate: Aggregate, key: str, command: Command, now_ms: int, refusal: Refusal) -> Decision:
    """Whatever the draft held is dropped: a refused command changes nothing."""
    record = aggregate.calendar if aggregate.job is None else aggregate.job
    event = CommandRejected(
        job_id=key,
        sequence=0 if record is None else record.sequence,
        at_ms=now_ms,
        job_status=status_of(aggregate.job),
        cause_id=command.command_id,
        actor=command.actor,
        command_type=type(command).__name__,
        code=refusal.code,
        field=refusal.field,
        message=refusal.message,
    )
    return Decision(aggregate.job, (event,), refusal, calendar=aggregate.calendar)
