"""From state and input to decision. Returns, never does; no exception for anything foreseeable."""

from collections.abc import Callable
from typing import Any

from tickwheel.protocol import ids, signals
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands import calendar as calendar_commands
from tickwheel.protocol.commands import execution as execution_commands
from tickwheel.protocol.commands import job as job_commands
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.scheduler.engine import answers, inputs
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.calendar_draft import CalendarDraft
from tickwheel.scheduler.engine.deciders import (
    backfill_job,
    calendar,
    cancel_execution,
    claim,
    create_job,
    dead_letter,
    delete_job,
    due,
    lease_lost,
    outcome,
    pause_job,
    placed,
    trigger_job,
    update_job,
)
from tickwheel.scheduler.engine.deciders import signals as signal_deciders
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.surroundings import Surroundings
from tickwheel.scheduler.engine.verdict import UNCHANGED, Verdict

Decider = Callable[[Draft, Any], Verdict]

JOB_COMMANDS: dict[type[Command], Decider] = {
    job_commands.CreateJob: create_job.create_job,
    job_commands.UpdateJob: update_job.update_job,
    job_commands.DeleteJob: delete_job.delete_job,
    job_commands.PauseJob: pause_job.pause_job,
    job_commands.ResumeJob: pause_job.resume_job,
    job_commands.TriggerJob: trigger_job.trigger_job,
    job_commands.BackfillJob: backfill_job.backfill_job,
    execution_commands.CancelExecution: cancel_execution.cancel_execution,
    execution_commands.RetryExecution: dead_letter.retry_execution,
    execution_commands.RedriveDeadLetter: dead_letter.redrive_dead_letter,
    execution_commands.DismissDeadLetter: dead_letter.dismiss_dead_letter,
}

CALENDAR_COMMANDS: dict[type[Command], Callable[[CalendarDraft, Any], Verdict]] = {
    calendar_commands.DefineCalendar: calendar.define_calendar,
    calendar_commands.DeleteCalendar: calendar.delete_calendar,
}

REPORTS: dict[type[Any], Decider] = {
    AttemptClaim: claim.claim,
    AttemptOutcome: outcome.settle,
    inputs.JobDue: due.job_due,
    inputs.ExecutionDue: due.execution_due,
    inputs.LeaseLost: lease_lost.lose,
    inputs.Placed: placed.place,
    inputs.Unplaceable: placed.explain,
    signals.DependencyRequested: signal_deciders.add_dependent,
    signals.DependencyWithdrawn: signal_deciders.remove_dependent,
    signals.UpstreamCompleted: signal_deciders.upstream_completed,
}
"""What is not a command: nobody waits for an answer, and what does not fit is stale."""


def decide(aggregate: Aggregate, input_: inputs.Input, surroundings: Surroundings) -> Decision:
    """Everything that follows from one input about one job or calendar."""
    if isinstance(input_, Command):
        return _answer(aggregate, input_, surroundings)
    decider = REPORTS.get(type(input_))
    if decider is None:
        return Decision(aggregate.job, stale="unknown_input")
    draft = Draft(aggregate, input_.job_id, surroundings)
    verdict = decider(draft, input_)
    return draft.decision(stale=verdict if isinstance(verdict, str) else "")


def key_of(command: Command, namespace: str) -> str:
    """The id of the job or calendar that a command is about: the key that it must come under."""
    if isinstance(command, job_commands.CreateJob):
        return ids.job_id(namespace, command.definition.name)
    if isinstance(command, calendar_commands.DefineCalendar):
        return ids.calendar_id(namespace, command.definition.name)
    if isinstance(command, calendar_commands.DeleteCalendar):
        return ids.calendar_id(namespace, command.name)
    return ids.resolve_job(namespace, getattr(command, "job", ""))


def _answer(aggregate: Aggregate, command: Command, around: Surroundings) -> Decision:
    key = aggregate.job.job_id if aggregate.job else key_of(command, around.namespace)
    earlier = answers.find(aggregate, command, around)
    if earlier is not None:
        return answers.repeat(aggregate, key, command, around.now_ms, earlier)
    refusal = answers.check(command)
    if refusal is None:
        decided = _decide_command(aggregate, key, command, around)
        if isinstance(decided, Decision):
            return decided
        refusal = decided
    return answers.refuse(aggregate, key, command, around.now_ms, refusal)


def _decide_command(
    aggregate: Aggregate, key: str, command: Command, around: Surroundings
) -> Decision | Refusal:
    decider = JOB_COMMANDS.get(type(command))
    if decider is None:
        return _decide_calendar(aggregate, key, command, around)
    draft = Draft(aggregate, key, around)
    draft.cause_id, draft.actor = command.command_id, command.actor
    verdict = decider(draft, command)
    if verdict == UNCHANGED:
        return answers.unchanged(aggregate, key, command, around.now_ms)
    return verdict if isinstance(verdict, Refusal) else draft.decision()


def _decide_calendar(
    aggregate: Aggregate, key: str, command: Command, around: Surroundings
) -> Decision | Refusal:
    decider = CALENDAR_COMMANDS.get(type(command))
    if decider is None:
        name = type(command).__name__
        return Refusal("invalid", "", f"expected a command that this version knows, but got {name}")
    draft = CalendarDraft(aggregate, key, around.now_ms, command.command_id, command.actor)
    verdict = decider(draft, command)
    return verdict if isinstance(verdict, Refusal) else draft.decision()
