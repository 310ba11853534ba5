"""The `http` handler: one request, to a public address, without redirects, within limits of size and time."""

from typing import Any, Literal

import httpx2
import msgspec
import pydantic

from tickwheel.runtime import outbound, webhook
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.worker.builtin import addresses
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.errors import NonRetryable, RetryAfter
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.signature import handler_of

MAX_RESPONSE_BYTES = 1_048_576
KEPT_BODY_CHARS = 65_536
RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})

Status = int | str
"""A status such as 204, or a range such as "200-299"."""


class Signing(pydantic.BaseModel):
    """Signs the body, as docs/notifications.md says, so that the receiver can tell who sent it and when."""

    key: str = pydantic.Field(min_length=16)
    """The shared key: give it as secret://name."""


class HttpRequest(pydantic.BaseModel):
    url: pydantic.AnyHttpUrl
    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] = "POST"
    headers: dict[str, str] = {}
    body: Any = None
    """Sent as it is if it is text, as JSON otherwise; none: no body."""
    success: list[Status] = ["200-299"]
    timeout_s: float = pydantic.Field(30.0, gt=0, le=3_600)
    sign: Signing | None = None

    @pydantic.field_validator("success")
    @classmethod
    def _statuses_can_be_read(cls, value: list[Status]) -> list[Status]:
        for each in value:
            _range(each)
        return value

    def is_success(self, status: int) -> bool:
        return any(low <= status <= high for low, high in map(_range, self.success))


class HttpFailed(Exception):  # noqa: N818 - shown to users as the class of the error
    """The answer was not a success; a retry may mend it."""


class HttpRefused(NonRetryable):
    """The answer was not a success, and the same request would get the same answer."""


class HttpHandler:
    def __init__(
        self,
        *,
        allow_private: bool,
        transport: httpx2.AsyncBaseTransport | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._allow_private = allow_private
        self._transport = transport
        self._clock = clock or SystemClock()

    async def call(self, request: HttpRequest, context: JobContext) -> dict[str, Any]:
        """Sends one HTTP request."""
        content, content_type = _body(request.body)
        headers = _headers(request, context, content_type)
        if request.sign is not None:
            headers |= webhook.signed(request.sign.key, content or b"", self._clock.now_ms() // 1_000)
        async with outbound.client(request.timeout_s, self._transport) as client:
            try:
                prepared = await outbound.request(
                    client,
                    request.method,
                    str(request.url),
                    content,
                    headers,
                    allow_private=self._allow_private,
                )
            except outbound.PrivateAddressError as error:
                raise addresses.refused(error) from error
            answer = await client.send(prepared, stream=True)
            try:
                body = await _read(answer)
            finally:
                await answer.aclose()
        return _judge(request, answer, body)


def handler(*, allow_private: bool) -> Handler:
    return handler_of("http", HttpHandler(allow_private=allow_private).call, "http")


def _headers(request: HttpRequest, context: JobContext, content_type: str) -> dict[str, str]:
    """The caller's own win, but for Host."""
    headers = {
        "User-Agent": "tickwheel",
        "Idempotency-Key": context.idempotency_token,
        "X-Tickwheel-Attempt": str(context.attempt),
    }
    if content_type:
        headers["Content-Type"] = content_type
    if context.traceparent:
        headers["traceparent"] = context.traceparent
    given = {name: value for name, value in request.headers.items() if name.lower() != "host"}
    replaced = {name.lower() for name in given}
    kept = {name: value for name, value in headers.items() if name.lower() not in replaced}
    return {**kept, **given}


def _body(body: Any) -> tuple[bytes | None, str]:
    if body is None:
        return None, ""
    if isinstance(body, str):
        return body.encode(), "text/plain; charset=utf-8"
    return msgspec.json.encode(body), "application/json"


async def _read(answer: httpx2.Response) -> bytes:
    chunks: list[bytes] = []
    size = 0
    async for chunk in answer.aiter_bytes():
        size += len(chunk)
        if size > MAX_RESPONSE_BYTES:
            raise HttpRefused(f"the answer is larger than {MAX_RESPONSE_BYTES} bytes; ask for less")
        chunks.append(chunk)
    return b"".join(chunks)


def _judge(request: HttpRequest, answer: httpx2.Response, body: bytes) -> dict[str, Any]:
    text = body.decode(answer.encoding or "utf-8", "replace")
    status = answer.status_code
    if request.is_success(status):
        kept = text[:KEPT_BODY_CHARS]
        return {"status": status, "body": kept, "truncated": len(kept) < len(text)}
    message = f"{request.method} {request.url.host} answered {status}: {text[:500]}"
    if status not in RETRYABLE:
        raise HttpRefused(message)
    asked = answer.headers.get("Retry-After", "")
    if asked.isdigit():
        raise RetryAfter(float(asked), message)
    raise HttpFailed(message)


def _range(status: Status) -> tuple[int, int]:
    low, _, high = str(status).partition("-")
    if not low.isdigit() or (high and not high.isdigit()):
        raise ValueError(f'{status!r} is no status: write 204 or "200-299"')
    return int(low), int(high or low)
