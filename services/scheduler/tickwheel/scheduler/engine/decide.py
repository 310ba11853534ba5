"""From state and input to decision. Returns, never does; no exception for anything foreseeable."""

from collections.abc import Callable
from typing import Any

from tickwheel.protocol import ids
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands import job as job_commands
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.scheduler.engine import answers, inputs
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.deciders import (
    claim,
    create_job,
    due,
    lease_lost,
    outcome,
    placed,
    trigger_job,
)
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.surroundings import Surroundings
from tickwheel.scheduler.engine.verdict import Verdict

Decider = Callable[[Draft, Any], Verdict]

COMMANDS: dict[type[Command], Decider] = {
    job_commands.CreateJob: create_job.create_job,
    job_commands.TriggerJob: trigger_job.trigger_job,
}

REPORTS: dict[type[Any], Decider] = {
    AttemptClaim: claim.claim,
    AttemptOutcome: outcome.settle,
    inputs.JobDue: due.job_due,
    inputs.ExecutionDue: due.execution_due,
    inputs.LeaseLost: lease_lost.lose,
    inputs.Placed: placed.place,
    inputs.Unplaceable: placed.explain,
}
"""What is not a command: nobody waits for an answer, and what does not fit is stale."""


def decide(aggregate: Aggregate, input_: inputs.Input, surroundings: Surroundings) -> Decision:
    if isinstance(input_, Command):
        return _decide_command(aggregate, input_, surroundings)
    decider = REPORTS.get(type(input_))
    if decider is None or aggregate.job is None:
        return Decision(aggregate.job, stale="job_over" if decider else "unknown_input")
    draft = Draft(aggregate, input_.job_id, surroundings)
    verdict = decider(draft, input_)
    return draft.decision(stale=verdict if isinstance(verdict, str) else "")


def key_of(command: Command, namespace: str) -> str:
    """The id of the job (or calendar) that a command is about: the key that it must come under."""
    if isinstance(command, job_commands.CreateJob):
        return ids.job_id(namespace, command.definition.name)
    return ids.resolve_job(namespace, getattr(command, "job", ""))


def _decide_command(aggregate: Aggregate, command: Command, surroundings: Surroundings) -> Decision:
    job_id = aggregate.job.job_id if aggregate.job else key_of(command, surroundings.namespace)
    draft = Draft(aggregate, job_id, surroundings)
    draft.cause_id, draft.actor = command.command_id, command.actor
    earlier = answers.find(draft, command)
    if earlier is not None:
        return answers.repeat(draft, command, earlier)
    decider = COMMANDS[type(command)]
    verdict = answers.check(command) or decider(draft, command)
    if isinstance(verdict, Refusal):
        return answers.refuse(aggregate, draft, command, verdict)
    return draft.decision()
