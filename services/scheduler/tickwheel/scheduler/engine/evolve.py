"""From state and event to state: the only mutator. Live processing and replay both come through here.

Folding every event of a job from the first one on rebuilds exactly the state that its owner had.
"""

from msgspec.structs import replace

from tickwheel.protocol.events import backfill as backfills
from tickwheel.protocol.events import dead_letter as dead_letters
from tickwheel.protocol.events import dependency as dependencies
from tickwheel.protocol.events import execution as executions
from tickwheel.protocol.events import job as jobs
from tickwheel.protocol.events import occurrence as occurrences
from tickwheel.protocol.events.event import Event
from tickwheel.scheduler.engine.evolution import (
    backfill_events,
    dependency_events,
    execution_events,
    job_events,
    occurrence_events,
    outcome_events,
)
from tickwheel.scheduler.engine.evolution.changes import ExecutionChange, JobChange
from tickwheel.scheduler.engine.evolution.memory import remembered
from tickwheel.scheduler.engine.evolution.tally import count
from tickwheel.scheduler.engine.state import ExecutionState, JobState

JOB_CHANGES: dict[type[Event], JobChange] = {
    jobs.JobCreated: job_events.created,
    jobs.JobUpdated: job_events.updated,
    jobs.JobPaused: job_events.paused,
    jobs.JobResumed: job_events.resumed,
    jobs.JobDeleted: job_events.deleted,
    executions.ExecutionCreated: occurrence_events.execution_created,
    occurrences.OccurrenceSkipped: occurrence_events.occurrence_skipped,
    occurrences.OccurrenceDeduplicated: occurrence_events.occurrence_deduplicated,
    executions.ExecutionWaiting: outcome_events.nothing,
    executions.ExecutionUnblocked: outcome_events.unblocked,
    executions.ExecutionDispatched: outcome_events.nothing,
    executions.AttemptClaimed: outcome_events.nothing,
    executions.AttemptReleased: outcome_events.nothing,
    executions.AttemptDeferred: outcome_events.deferred,
    executions.AttemptFailed: outcome_events.nothing,
    executions.AttemptLost: outcome_events.nothing,
    executions.RecallRequested: outcome_events.nothing,
    executions.ExecutionCompleted: outcome_events.completed,
    executions.ExecutionFailed: outcome_events.failed,
    executions.ExecutionCancelled: outcome_events.ended_otherwise,
    executions.ExecutionSkipped: outcome_events.ended_otherwise,
    dead_letters.DeadLetterRedriven: outcome_events.dead_letter_gone,
    dead_letters.DeadLetterDismissed: outcome_events.dead_letter_gone,
    dead_letters.DeadLetterExpired: outcome_events.dead_letter_gone,
    dependencies.DependencySatisfied: dependency_events.satisfied,
    dependencies.DependentAdded: dependency_events.dependent_added,
    dependencies.DependentRemoved: dependency_events.dependent_removed,
    backfills.BackfillPlanned: outcome_events.nothing,
    backfills.BackfillStarted: backfill_events.started,
    backfills.BackfillEnded: backfill_events.ended,
}
"""Every event that takes a sequence number, except JobRetired, after which there is no job."""

EXECUTION_CHANGES: dict[type[Event], ExecutionChange] = {
    executions.ExecutionWaiting: execution_events.waiting,
    executions.ExecutionUnblocked: execution_events.unblocked,
    executions.ExecutionDispatched: execution_events.dispatched,
    executions.AttemptClaimed: execution_events.claimed,
    executions.AttemptReleased: execution_events.released,
    executions.AttemptDeferred: execution_events.deferred,
    executions.AttemptFailed: execution_events.failed_attempt,
    executions.AttemptLost: execution_events.lost,
    executions.RecallRequested: execution_events.recall_requested,
    executions.ExecutionCompleted: execution_events.ended,
    executions.ExecutionFailed: execution_events.failed,
    executions.ExecutionCancelled: execution_events.ended,
    executions.ExecutionSkipped: execution_events.ended,
    dead_letters.DeadLetterRedriven: execution_events.ended,
    dead_letters.DeadLetterDismissed: execution_events.ended,
    dead_letters.DeadLetterExpired: execution_events.ended,
}


def evolve(
    job: JobState | None, execution: ExecutionState | None, event: Event
) -> tuple[JobState | None, ExecutionState | None]:
    """The job and the execution that the event is about (None if it is about none, or not yet) after the event.

    Answers that took no sequence number (CommandRejected, CommandRepeated) change nothing.
    """
    kind = type(event)
    if kind is jobs.JobRetired:
        return None, None
    if kind not in JOB_CHANGES:
        return job, execution
    before = JobState(event.job_id) if job is None else job
    after = evolve_execution(execution, event, before)
    return evolve_job(before, event, execution, after), after


def evolve_execution(execution: ExecutionState | None, event: Event, job: JobState) -> ExecutionState | None:
    if isinstance(event, executions.ExecutionCreated):
        return execution_events.created(event)
    change = EXECUTION_CHANGES.get(type(event))
    return execution if change is None or execution is None else change(execution, event, job)


def evolve_job(
    job: JobState, event: Event, before: ExecutionState | None, after: ExecutionState | None
) -> JobState:
    """The job after the event, given the execution before and after it: they count among the job's executions."""
    changes = JOB_CHANGES[type(event)](job, event, before)
    changes["sequence"] = event.sequence
    if event.cause_id:
        version = changes.get("version", job.version)
        changes["answered"] = remembered(job.answered, event, version)
    if before is not after:
        count(job, changes, before, after)
    return replace(job, **changes)
