"""UpdateJob: replace a job's definition. What is planned and not started follows the new one."""

from msgspec.structs import replace

from tickwheel.protocol.commands.job import UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.job import JobUpdated
from tickwheel.scheduler.engine.deciders.create_job import first_due
from tickwheel.scheduler.engine.deciders.existing import check_exists, check_version
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.evolution.job_events import says_same_when, stored
from tickwheel.scheduler.engine.plan import next_due_ms
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import catch_up, dependencies, firing, recall, returned, schedule, turn
from tickwheel.scheduler.engine.validation.definition import check_definition
from tickwheel.scheduler.engine.validation.fit import check_fit, resolved
from tickwheel.scheduler.engine.validation.values import invalid
from tickwheel.scheduler.engine.verdict import UNCHANGED, Verdict

_WORK = (
    "handler",
    "payload",
    "timeout_ms",
    "queue",
    "delivery",
    "labels",
    "cpu_milli",
    "memory_mib",
    "disk_mib",
    "extra_resources",
    "max_retries",
)
"""What a dispatch carries: if none of it changes, an execution that is on its way may stay there."""

_UPSTREAMS = ("depends_on", "dependency_mode", "dependency_freshness_ms")
"""What says which completions are enough."""


def update_job(draft: Draft, command: UpdateJob) -> Verdict:
    refusal = check_exists(draft, "update", command.job) or _check(draft, command)
    if refusal is not None:
        return refusal
    before = draft.definition
    definition = resolved(command.definition, draft.around.namespace)
    if not definition.owner:
        definition = replace(definition, owner=before.owner)
    if stored(definition) == before:
        # Workers declare their jobs at every start: a version stands for a change.
        return UNCHANGED
    if not says_same_when(before, definition):
        _decide_what_is_due(draft)
    due_ms = _next_due(draft, before, definition)
    if isinstance(due_ms, Refusal):
        return due_ms
    draft.record(
        JobUpdated(
            **draft.stamp(),
            definition=definition,
            version=draft.known_job.version + 1,
            next_due_ms=due_ms,
            tzdata_version=draft.around.tzdata_version,
        )
    )
    dependencies.announce(draft, before.depends_on)
    _plan_anew(draft, before, definition)
    return None


def _check(draft: Draft, command: UpdateJob) -> Refusal | None:
    definition = command.definition
    if definition.name != draft.definition.name:
        return invalid("name", f"{draft.definition.name!r} as before", definition.name)
    return (
        check_version(draft, "update", command.expected_version)
        or check_definition(definition)
        or check_fit(
            resolved(definition, draft.around.namespace),
            draft.job_id,
            draft.around,
            allow_unknown_handler=command.allow_unknown_handler,
        )
    )


def _decide_what_is_due(draft: Draft) -> None:
    """The old schedule's due times up to now: nobody will decide them any more. The command did not lead to them."""
    command_id, draft.cause_id = draft.cause_id, ""
    schedule.follow(draft)
    catch_up.leave_out_what_is_due(draft, "updated")
    draft.cause_id = command_id


def _next_due(draft: Draft, before: JobDefinition, definition: JobDefinition) -> int | Refusal:
    job = draft.known_job
    if definition.max_runs and job.runs >= definition.max_runs:
        return 0
    # Never before what was decided already: one due time must not become two executions.
    after_ms = max(draft.now_ms, job.scheduled_through_ms)
    if not says_same_when(before, definition):
        due_ms = first_due(draft, definition, after_ms)
        if isinstance(due_ms, int) and 0 < due_ms <= job.scheduled_through_ms:
            return invalid(
                "run_at_ms", f"later than what was run before ({job.scheduled_through_ms})", due_ms
            )
        return due_ms
    ran_out = job.next_due_ms == 0 and before.max_runs
    return next_due_ms(job, after_ms, 0) if ran_out else job.next_due_ms


def _plan_anew(draft: Draft, before: JobDefinition, definition: JobDefinition) -> None:
    same_when = says_same_when(before, definition)
    same_work = _is_same_work(before, definition)
    for execution in list(draft.executions()):
        outdated = not same_when and not returned.still_planned(draft, execution)
        if execution.status == "PENDING" and execution.used == 0:
            if outdated:
                returned.skip_outdated(draft, execution)
        elif (outdated or not same_work) and _is_unstarted(draft, execution):
            recall.request(draft, execution, "update")
    turn.pass_on(draft)
    if before.overlap != definition.overlap == "allow":
        turn.let_all_go(draft)
    schedule.follow(draft)
    if not definition.depends_on:
        firing.let_all_go(draft)
    elif any(getattr(before, field) != getattr(definition, field) for field in _UPSTREAMS):
        firing.fire_if_satisfied(draft, ())


def _is_same_work(before: JobDefinition, after: JobDefinition) -> bool:
    return all(getattr(before, field) == getattr(after, field) for field in _WORK)


def _is_unstarted(draft: Draft, execution: ExecutionState) -> bool:
    return execution.status in ("QUEUED", "RUNNING") and not recall.may_have_started(draft, execution)
