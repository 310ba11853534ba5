"""CreateJob: a new job, whose first due time may be now."""

from msgspec.structs import replace

from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.job import JobCreated
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.plan import first_due_ms, schedule_of
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.steps import dependencies, schedule
from tickwheel.scheduler.engine.validation.definition import check_definition
from tickwheel.scheduler.engine.validation.fit import check_fit, resolved
from tickwheel.scheduler.engine.verdict import Verdict


def create_job(draft: Draft, command: CreateJob) -> Verdict:
    definition = command.definition
    refusal = (
        _check_name(draft, definition.name)
        or check_definition(definition)
        or check_fit(
            definition := resolved(definition, draft.around.namespace),
            draft.job_id,
            draft.around,
            allow_unknown_handler=command.allow_unknown_handler,
        )
    )
    if refusal is not None:
        return refusal
    if not definition.owner and command.actor:
        definition = replace(definition, owner=command.actor)
    first_ms = first_due(draft, definition, draft.now_ms)
    if isinstance(first_ms, Refusal):
        return first_ms
    draft.record(
        JobCreated(
            **draft.stamp(),
            definition=definition,
            version=1,
            next_due_ms=first_ms,
            tzdata_version=draft.around.tzdata_version,
        )
    )
    dependencies.announce(draft, ())
    schedule.follow(draft)
    return None


def first_due(draft: Draft, definition: JobDefinition, after_ms: int) -> int | Refusal:
    """The first due time of a schedule that is set now. Only a job that is run by others may have none."""
    planned = schedule_of(definition, draft.job_id, draft.now_ms)
    if isinstance(planned, Refusal):
        return planned
    due_ms = first_due_ms(definition, planned, after_ms)
    if due_ms == 0 and definition.when != "manual":
        field = "end_at_ms" if definition.end_at_ms else definition.when
        return Refusal(
            "invalid", field, "expected the job to be due at least once from now on, but it never is"
        )
    return due_ms


def _check_name(draft: Draft, name: str) -> Refusal | None:
    if ids.is_reserved(name):
        return Refusal(
            "invalid",
            "name",
            f"expected name to be no UUID, which is taken for an id, and not to begin with {ids.CALENDAR_PREFIX!r}, but it is {name!r}",
        )
    job = draft.job
    if job is None or job.definition is None:
        return None
    if not job.deleted:
        return Refusal("conflict", "name", f"expected to create job {name}, but a job of this name exists")
    if job.live:
        return Refusal(
            "conflict",
            "name",
            f"expected to create job {name}, but {job.live} executions of the deleted job of this name are still being ended",
        )
    return None
