"""Makes an execution out of a due time, a trigger, a completed dependency or a failed execution."""

from tickwheel.protocol import ids
from tickwheel.protocol.events.execution import ExecutionCreated
from tickwheel.protocol.vocabulary import Origin, WaitsFor
from tickwheel.scheduler.engine.draft import Draft

LIVE_AT_MOST = 100_000
"""Executions that one job may have waiting or running; one that outruns its workers must be told."""


def create(
    draft: Draft,
    occurrence: str,
    origin: Origin,
    due_ms: int,
    *,
    scheduled_ms: int = 0,
    next_due_ms: int = -1,
    priority: int = -1,
    payload: str = "",
    dedup_key: str = "",
    backfill_id: str = "",
    retry_of: str = "",
    waits_for: WaitsFor = "time",
    chain: tuple[str, ...] = (),
) -> str:
    """The id of the new execution. What is not said is the job's own; -1 leaves the next due time as it is."""
    job, definition = draft.known_job, draft.definition
    execution_id = ids.execution_id(draft.job_id, occurrence)
    draft.record(
        ExecutionCreated(
            **draft.stamp(),
            execution_id=execution_id,
            attempt=0,
            occurrence=occurrence,
            origin=origin,
            due_ms=due_ms,
            scheduled_ms=scheduled_ms or due_ms,
            next_due_ms=job.next_due_ms if next_due_ms < 0 else next_due_ms,
            job_name=definition.name,
            handler=definition.handler,
            queue=definition.queue,
            priority=definition.priority if priority < 0 else priority,
            payload=payload,
            dedup_key=dedup_key,
            backfill_id=backfill_id,
            retry_of=retry_of,
            waits_for=waits_for,
            chain=chain,
        )
    )
    return execution_id
