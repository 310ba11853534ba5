"""Event type -> what it means for the tables; and the name of the command that an accepted event answers."""

from collections.abc import Callable
from typing import Any

from tickwheel.projector.changes import Changes
from tickwheel.projector.fold import (
    answer,
    attempt,
    backfill,
    calendar,
    dead_letter,
    dependency,
    execution,
    job,
    occurrence,
)
from tickwheel.protocol.events import answer as answers
from tickwheel.protocol.events import backfill as backfills
from tickwheel.protocol.events import calendar as calendars
from tickwheel.protocol.events import dead_letter as dead_letters
from tickwheel.protocol.events import dependency as dependencies
from tickwheel.protocol.events import execution as executions
from tickwheel.protocol.events import job as jobs
from tickwheel.protocol.events import occurrence as occurrences
from tickwheel.protocol.events.event import Event

Fold = Callable[[Changes, Any], None]

FOLDS: dict[type[Event], Fold] = {
    jobs.JobCreated: job.created,
    jobs.JobUpdated: job.updated,
    jobs.JobPaused: job.paused,
    jobs.JobResumed: job.resumed,
    jobs.JobDeleted: job.deleted,
    jobs.JobRetired: job.retired,
    executions.ExecutionCreated: execution.created,
    executions.ExecutionWaiting: execution.waiting,
    executions.ExecutionUnblocked: execution.unblocked,
    executions.ExecutionDispatched: attempt.dispatched,
    executions.AttemptClaimed: attempt.claimed,
    executions.AttemptReleased: attempt.released,
    executions.AttemptDeferred: attempt.deferred,
    executions.AttemptFailed: attempt.failed,
    executions.AttemptLost: attempt.lost,
    executions.RecallRequested: attempt.recalled,
    executions.ExecutionCompleted: execution.completed,
    executions.ExecutionFailed: execution.failed,
    executions.ExecutionCancelled: execution.cancelled,
    executions.ExecutionSkipped: execution.skipped,
    occurrences.OccurrenceSkipped: occurrence.skipped,
    occurrences.OccurrenceDeduplicated: occurrence.deduplicated,
    dead_letters.DeadLetterRedriven: dead_letter.redriven,
    dead_letters.DeadLetterDismissed: dead_letter.dismissed,
    dead_letters.DeadLetterExpired: dead_letter.expired,
    dependencies.DependencySatisfied: dependency.satisfied,
    dependencies.DependentAdded: dependency.dependent_changed,
    dependencies.DependentRemoved: dependency.dependent_changed,
    backfills.BackfillPlanned: backfill.planned,
    backfills.BackfillStarted: backfill.started,
    backfills.BackfillEnded: backfill.ended,
    calendars.CalendarDefined: calendar.defined,
    calendars.CalendarDeleted: calendar.deleted,
    answers.CommandRejected: answer.rejected,
    answers.CommandRepeated: answer.repeated,
}

COMMANDS: dict[type[Event], str] = {
    jobs.JobCreated: "CreateJob",
    jobs.JobUpdated: "UpdateJob",
    jobs.JobPaused: "PauseJob",
    jobs.JobResumed: "ResumeJob",
    jobs.JobDeleted: "DeleteJob",
    executions.ExecutionCancelled: "CancelExecution",
    executions.RecallRequested: "CancelExecution",
    occurrences.OccurrenceDeduplicated: "TriggerJob",
    occurrences.OccurrenceSkipped: "TriggerJob",
    dead_letters.DeadLetterDismissed: "DismissDeadLetter",
    backfills.BackfillStarted: "BackfillJob",
    calendars.CalendarDefined: "DefineCalendar",
    calendars.CalendarDeleted: "DeleteCalendar",
}
"""What was asked for, told by the first event it led to. Not DeadLetterRedriven, which comes of two commands: the execution
that follows it tells which."""

COMMANDS_BY_OCCURRENCE = {
    "trigger": "TriggerJob",
    "retry": "RetryExecution",
    "redrive": "RedriveDeadLetter",
}
"""How the occurrence of an execution begins that a command asked for."""


def fold_event(changes: Changes, event: Event) -> None:
    """Take one event into the batch. KeyError for a type that this version does not project."""
    FOLDS[type(event)](changes, event)
    if event.cause_id and (command := _command_of(event)):
        changes.accept(event, command, getattr(event, "execution_id", None))


def _command_of(event: Event) -> str:
    if isinstance(event, executions.ExecutionCreated):
        return COMMANDS_BY_OCCURRENCE.get(event.occurrence.partition(":")[0], "TriggerJob")
    return COMMANDS.get(type(event), "")
