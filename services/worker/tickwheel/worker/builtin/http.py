"""The `http` handler: one request, to a public address, without redirects, within limits of size and time."""

import asyncio
import zlib
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any, Literal

import httpx2
import msgspec
import pydantic

from tickwheel.runtime import outbound, webhook
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.worker.builtin import addresses, kept
from tickwheel.worker.redaction import redact_known
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.errors import NonRetryable, RetryAfter
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.signature import handler_of

MAX_RESPONSE_BYTES = 1_048_576
KEPT_BODY_CHARS = 65_536
RETRYABLE = frozenset({408, 425, 429, *range(500, 600)})
MAX_RETRY_AFTER_S = 86_400.0
"""What an answer may ask for. A mistyped one must not put a job off for years."""

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


class HttpUnanswered(Exception):  # noqa: N818
    """No answer, or none in time."""


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
        try:
            # The client's own limit is one for each wait: a server that sends a byte now and then would never come to it.
            async with asyncio.timeout(request.timeout_s):
                answer, body = await self._ask(request, content, headers)
        except TimeoutError as error:
            raise HttpUnanswered(
                f"{request.method} {request.url.host} took longer than {request.timeout_s:g} s"
            ) from error
        except httpx2.TransportError as error:
            what = str(error) or type(error).__name__
            raise HttpUnanswered(f"{request.method} {request.url.host} failed: {what}") from error
        return _judge(request, answer, body, self._clock.now_ms() / 1_000)

    async def _ask(
        self, request: HttpRequest, content: bytes | None, headers: dict[str, str]
    ) -> tuple[httpx2.Response, bytes]:
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
                return answer, await _read(answer)
            finally:
                await answer.aclose()


def handler(*, allow_private: bool) -> Handler:
    return handler_of("http", HttpHandler(allow_private=allow_private).call, "http")


def _headers(request: HttpRequest, context: JobContext, content_type: str) -> dict[str, str]:
    """The caller's own win, but for Host."""
    headers = {
        "User-Agent": "tickwheel",
        "Accept-Encoding": "gzip",
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
    """The body, unpacked by ourselves: a library unpacks a chunk as a whole, and a small one can hold gigabytes."""
    unpack = _unpacker(answer.headers.get("Content-Encoding", ""))
    chunks: list[bytes] = []
    size = 0
    async for raw in answer.aiter_raw():
        chunk = raw if unpack is None else unpack.decompress(raw, MAX_RESPONSE_BYTES + 1 - size)
        size += len(chunk)
        if size > MAX_RESPONSE_BYTES:
            raise HttpRefused(f"the answer is larger than {MAX_RESPONSE_BYTES} bytes; ask for less")
        chunks.append(chunk)
    return b"".join(chunks)


def _unpacker(encoding: str) -> "zlib._Decompress | None":
    if encoding.strip().lower() in ("", "identity"):
        return None
    if encoding.strip().lower() not in ("gzip", "x-gzip", "deflate"):
        raise HttpRefused(f"the answer is encoded as {encoding[:80]}, though only gzip was asked for")
    return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)  # gzip or zlib, as its first bytes tell


def _judge(request: HttpRequest, answer: httpx2.Response, body: bytes, now_s: float) -> dict[str, Any]:
    # An echo of the request would put a secret into the result.
    text = redact_known(_text(body, answer.encoding))
    status = answer.status_code
    if request.is_success(status):
        shown = kept.start(text[:KEPT_BODY_CHARS], kept.SPARE_BYTES)
        return {"status": status, "body": shown, "truncated": len(shown) < len(text)}
    message = f"{request.method} {request.url.host} answered {status}: {text[:500]}"
    if status not in RETRYABLE:
        raise HttpRefused(message)
    asked_s = _retry_after_s(answer.headers.get("Retry-After", ""), now_s)
    if asked_s is not None:
        raise RetryAfter(min(asked_s, MAX_RETRY_AFTER_S), message)
    raise HttpFailed(message)


def _text(body: bytes, encoding: str | None) -> str:
    try:
        return body.decode(encoding or "utf-8", "replace")
    except (LookupError, UnicodeError):  # what the answer names is no encoding of text
        return body.decode("utf-8", "replace")


def _retry_after_s(asked: str, now_s: float) -> float | None:
    """Seconds, or an instant as HTTP writes it. None: nothing that can be read."""
    if asked.isascii() and asked.isdigit():
        return float(asked)
    try:
        instant = parsedate_to_datetime(asked)
    except (TypeError, ValueError):
        return None
    return max(0.0, (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp() - now_s)


def _range(status: Status) -> tuple[int, int]:
    low, _, high = str(status).partition("-")
    if not low.isdigit() or (high and not high.isdigit()):
        raise ValueError(f'{status!r} is no status: write 204 or "200-299"')
    return int(low), int(high or low)
