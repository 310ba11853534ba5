"""From a held attempt to the call of its handler, and from what the call did to an ending. Shared by all runners."""

import traceback as tracebacks
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import msgspec
import pydantic

from tickwheel.worker import secrets
from tickwheel.worker.floor.ending import COMPLETED, FENCED, Ending, stopped
from tickwheel.worker.floor.held import Held
from tickwheel.worker.redaction import redact
from tickwheel.worker.runners.port import MayStart
from tickwheel.worker.sdk.context import JobContext, Voice
from tickwheel.worker.sdk.errors import NonRetryable, RetryAfter
from tickwheel.worker.sdk.middleware import around

MAX_RESULT_BYTES = 256 * 1024
MAX_TRACEBACK_CHARS = 32 * 1024
MAX_MESSAGE_CHARS = 4 * 1024


_NOTHING = nullcontext()


class PayloadRefused(Exception):  # noqa: N818 - named after what happened; seen by users as an error class
    """The payload does not fit the handler's annotation."""


def refusal(held: Held, may_start: MayStart) -> Ending | None:
    """Why it must not start any more, though the floor has let it go; None if it may."""
    if held.stop is not None:
        return stopped(held)
    return None if may_start() else FENCED


def context_of(held: Held, voice: Voice | None) -> JobContext:
    """The same whoever asks: the handler and the worker that warns of its time-out speak in one log."""
    if held.context is None:
        held.context = _context(held, voice)
    return held.context


def _context(held: Held, voice: Voice | None) -> JobContext:
    dispatch = held.dispatch
    return JobContext(
        job_id=dispatch.job_id,
        job_name=dispatch.job_name,
        execution_id=dispatch.execution_id,
        attempt=dispatch.attempt,
        max_attempts=dispatch.max_attempts,
        handler=dispatch.handler,
        due_ms=dispatch.due_ms,
        deadline_ms=held.started_at_ms + dispatch.timeout_ms,
        partition=held.partition,
        traceparent=dispatch.traceparent,
        voice=voice,
        cancelled=partial(_is_told_to_stop, held),
    )


def bind(held: Held, context: JobContext) -> Callable[[], Any]:
    """The call to make. Raises PayloadRefused, which no retry would mend."""
    handler = held.handler
    if handler is None:
        raise LookupError(f"no handler {held.dispatch.handler} is registered here")
    if handler.read_payload is None and not handler.takes_context:
        return handler.call
    try:
        arguments = handler.arguments(secrets.resolve(held.dispatch.payload), context)
    except pydantic.ValidationError as refusal:
        # Without its own words: they quote the value, shortened, and half a secret is not recognised as one.
        raise PayloadRefused(f"the payload does not fit {handler.name}: {_misfits(refusal)}") from None
    except (ValueError, TypeError, msgspec.MsgspecError) as refusal:
        raise PayloadRefused(f"the payload does not fit {handler.name}: {refusal}") from refusal
    return partial(handler.call, **arguments)


def surroundings(held: Held, context: JobContext) -> AbstractContextManager[None]:
    """The middleware of the handler, to be entered around its call."""
    middleware = held.handler.middleware if held.handler is not None else ()
    return around(middleware, context) if middleware else _NOTHING


def returned(value: object) -> Ending:
    """The ending of a handler that came back."""
    if value is None:
        return COMPLETED
    try:
        encoded = msgspec.json.encode(value, enc_hook=_plain)
    except (TypeError, ValueError, NotImplementedError) as fault:
        return _bad_result("ResultNotJson", f"the handler returned what cannot be written as JSON: {fault}")
    if len(encoded) > MAX_RESULT_BYTES:
        return _bad_result(
            "ResultTooLarge",
            f"the handler returned {len(encoded)} bytes, {MAX_RESULT_BYTES} are allowed; store it elsewhere and return a reference",
        )
    return Ending(status="completed", result=encoded.decode())


def raised(held: Held, error: BaseException) -> Ending:
    """The ending of a handler that raised. One that was told to stop ends as stopped, whatever it raised."""
    # First masked, then cut: of a secret that is cut in two no half would be recognised.
    trace = redact("".join(tracebacks.format_exception(error)))[-MAX_TRACEBACK_CHARS:]
    if held.stop is not None:
        return stopped(held, trace)
    kind = type(error)
    module = "" if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}."
    return Ending(
        status="failed",
        error_class=f"{module}{kind.__qualname__}",
        error_message=redact(_text(error))[:MAX_MESSAGE_CHARS],
        traceback=trace,
        retryable=not isinstance(error, NonRetryable | PayloadRefused),
        retry_after_ms=error.delay_ms if isinstance(error, RetryAfter) else -1,
    )


def _text(error: BaseException) -> str:
    """An exception's own words, if it has any: __str__ is user code too."""
    try:
        return str(error)
    except Exception as second:
        return f"its message cannot be told: {type(second).__name__}"


def _misfits(refusal: pydantic.ValidationError) -> str:
    errors = refusal.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, error['loc'])) or 'payload'}: {error['msg']}" for error in errors)


def _is_told_to_stop(held: Held) -> bool:
    return held.stop is not None


def _bad_result(error_class: str, message: str) -> Ending:
    return Ending(status="failed", error_class=error_class, error_message=message, retryable=False)


def _plain(value: object) -> object:
    if isinstance(value, pydantic.BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"a {type(value).__name__}")
