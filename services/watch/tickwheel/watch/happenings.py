"""Which records are worth telling somebody, and what they say. Pure; what is known of the job is filled in later."""

import msgspec

from tickwheel.protocol.events.execution import ExecutionFailed
from tickwheel.protocol.events.job import JobPaused
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.ids import notice_id
from tickwheel.protocol.logs import TIME_OUT_IS_NEAR, ExecutionLogged
from tickwheel.protocol.message import Message
from tickwheel.watch.notice import SEVERITY_OF, JobFacts, Notice, Reason

WORTH_READING: tuple[type[Message], ...] = (ExecutionFailed, JobPaused, HandlerHealth, ExecutionLogged)
NEAR_TIME_OUT = TIME_OUT_IS_NEAR.encode()


def is_worth_decoding(kind: type[Message] | None, value: bytes) -> bool:
    """Nearly every record is not: this is all that it costs."""
    return kind in WORTH_READING and (kind is not ExecutionLogged or NEAR_TIME_OUT in value)


def notice_of(message: Message) -> Notice | None:
    match message:
        case ExecutionFailed():
            return _failed(message)
        case JobPaused(automatic=True):
            return _about("auto_paused", message.job_id, message.at_ms, message.reason, f"{message.sequence}")
        case HandlerHealth(state="open"):
            return _breaker(message)
        case ExecutionLogged() if message.message.startswith(TIME_OUT_IS_NEAR):
            return _near_time_out(message)
    return None


def _failed(event: ExecutionFailed) -> Notice:
    title = f"An execution failed for good: {event.error_class or event.kind}: {event.error_message}"
    notice = _about("failed", event.job_id, event.at_ms, title, event.execution_id)
    return _with_execution(
        notice, event.execution_id, event.attempt, kind=event.kind, error_class=event.error_class
    )


def _near_time_out(line: ExecutionLogged) -> Notice:
    notice = _about(
        "timeout_near", line.job_id, line.at_ms, line.message, f"{line.execution_id}/{line.attempt}"
    )
    return _with_execution(notice, line.execution_id, line.attempt)


def _breaker(health: HandlerHealth) -> Notice:
    return Notice(
        id=notice_id("breaker_open", health.handler, str(health.changed_at_ms)),
        reason="breaker_open",
        severity=SEVERITY_OF["breaker_open"],
        title=f"The circuit breaker of {health.handler} opened: {health.failures} of {health.calls} calls failed",
        at_ms=health.changed_at_ms,
        details={"handler": health.handler, "retry_at_ms": health.retry_at_ms},
    )


def _about(reason: Reason, job_id: str, at_ms: int, title: str, which: str) -> Notice:
    return Notice(
        id=notice_id(reason, job_id, which),
        reason=reason,
        severity=SEVERITY_OF[reason],
        title=title[:500],
        at_ms=at_ms,
        job=JobFacts(id=job_id),
    )


def _with_execution(notice: Notice, execution_id: str, attempt: int, **details: str) -> Notice:
    return msgspec.structs.replace(notice, execution_id=execution_id, attempt=attempt, details=dict(details))
