"""Placement has an answer for a ready execution: a mailbox, or a reason why there is none."""

from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.events.execution import AttemptDeferred, ExecutionDispatched, ExecutionWaiting
from tickwheel.scheduler.engine.decision import Dispatch
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.inputs import Placed, Unplaceable
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import calendars
from tickwheel.scheduler.engine.timers import is_ready
from tickwheel.scheduler.engine.verdict import Verdict


def place(draft: Draft, placed: Placed) -> Verdict:
    """Dispatch the execution, unless a maintenance window or an open breaker puts it off."""
    execution = draft.execution(placed.execution_id)
    if execution is None or not is_ready(execution, draft.now_ms, draft.around.lead_ms):
        return "not_ready"
    not_before_ms = max(execution.not_before_ms, execution.due_ms)
    if not _put_off(draft, execution, max(not_before_ms, draft.now_ms)):
        _dispatch(draft, execution, placed, not_before_ms)
    return None


def explain(draft: Draft, unplaceable: Unplaceable) -> Verdict:
    """Record why the execution waits, once for each reason."""
    execution = draft.execution(unplaceable.execution_id)
    if execution is None or not is_ready(execution, draft.now_ms, draft.around.lead_ms):
        return "not_ready"
    if execution.waiting_reason == unplaceable.reason:
        return "known"
    draft.record(
        ExecutionWaiting(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason=unplaceable.reason,
        )
    )
    return None


def _put_off(draft: Draft, execution: ExecutionState, start_ms: int) -> bool:
    handler = draft.definition.handler
    retry_at_ms = draft.around.open_breakers.get(handler, 0)
    if retry_at_ms > start_ms:
        _defer(draft, execution, retry_at_ms, f"the circuit breaker of handler {handler} is open")
        return True
    held = calendars.hold(draft, start_ms)
    if held is not None:
        _defer(draft, execution, held[0], f"calendar {held[1]} holds it")
    return held is not None


def _defer(draft: Draft, execution: ExecutionState, until_ms: int, reason: str) -> None:
    draft.record(
        AttemptDeferred(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            until_ms=until_ms,
            reason=reason,
        )
    )


def _dispatch(draft: Draft, execution: ExecutionState, placed: Placed, not_before_ms: int) -> None:
    attempt = execution.attempt + 1
    draft.record(
        ExecutionDispatched(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=attempt,
            worker_id=placed.worker_id,
            mailbox_topic=placed.mailbox_topic,
            mailbox_partition=placed.mailbox_partition,
            not_before_ms=not_before_ms,
        )
    )
    message = _message(draft, execution, placed.worker_id, attempt, not_before_ms)
    draft.outbox.append(Dispatch(placed.mailbox_topic, placed.mailbox_partition, message))


def _message(
    draft: Draft, execution: ExecutionState, worker_id: str, attempt: int, not_before_ms: int
) -> AttemptDispatch:
    definition = draft.definition
    return AttemptDispatch(
        job_id=draft.job_id,
        job_name=definition.name,
        execution_id=execution.execution_id,
        attempt=attempt,
        # Dispatches that came back unstarted have used up no attempt, so they add to what is possible.
        max_attempts=attempt + definition.max_retries - execution.used,
        handler=definition.handler,
        payload=execution.payload or definition.payload,
        due_ms=execution.due_ms,
        not_before_ms=not_before_ms,
        timeout_ms=definition.timeout_ms,
        priority=execution.priority,
        queue=definition.queue,
        delivery=definition.delivery,
        worker_id=worker_id,
        dispatched_at_ms=draft.now_ms,
        labels=definition.labels,
        cpu_milli=definition.cpu_milli,
        memory_mib=definition.memory_mib,
        disk_mib=definition.disk_mib,
        extra_resources=definition.extra_resources,
        owner=definition.owner,
        traceparent=definition.tags.get("traceparent", "") if definition.tags else "",
    )
