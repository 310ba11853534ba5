"""The edge of the application: a cap on bodies, headers for safety, and a figure for every request. Plain ASGI, because it
stands before every request."""

from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tickwheel.command_api import paths
from tickwheel.command_api.problems import Problem, answer
from tickwheel.runtime import metrics, tracing

BODY_BYTES = 1 << 20
BATCH_BYTES = 32 << 20
BATCH_PATH = "/api/v1/jobs:batch"
API = "/api/v1/"
FORM = b"application/x-www-form-urlencoded"
GONE = 499
"""Counted where the caller left before anything was answered: not a fault of ours."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

SAFETY = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class Edge:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        paths.keep_slashes(scope)
        started = perf_counter()
        sender = _Sender(send)
        try:
            await self._serve(scope, receive, sender)
            refused, sender.refused = sender.refused, None
            if refused is not None:
                await answer(refused)(scope, receive, sender)
        except Exception:
            sender.status = 500  # it is answered further out
            raise
        finally:
            _count(scope, sender.status, perf_counter() - started)

    async def _serve(self, scope: Scope, receive: Receive, sender: "_Sender") -> None:
        cap = BATCH_BYTES if scope["path"] == BATCH_PATH else BODY_BYTES
        headers = dict(scope["headers"])
        if b"traceparent" in headers:
            tracing.INCOMING.set(headers[b"traceparent"].decode("latin-1"))
        if scope["method"] != "GET" and headers.get(b"content-type", FORM) == FORM:
            _as_json(scope)
        declared = headers.get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > cap:
            await answer(_too_large(cap))(scope, receive, sender)
            return
        await self._app(scope, _capped(receive, cap, sender), sender)


def _as_json(scope: Scope) -> None:
    """What `curl -d` sends is JSON by another name, or by none. There are no forms here, so it can mean nothing else; a page of
    another site gains nothing, because cookies need the CSRF header besides."""
    if scope["path"].startswith(API):
        rest = [one for one in scope["headers"] if one[0] != b"content-type"]
        scope["headers"] = [*rest, (b"content-type", b"application/json")]


class _Sender:
    """Adds the headers, and remembers how it was answered."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = GONE
        self.refused: Problem | None = None
        """What is answered instead: the framework takes any fault of a body for one of its JSON."""

    async def __call__(self, message: Message) -> None:
        if self.refused is not None:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), *SAFETY]}
        await self._send(message)


def _capped(receive: Receive, cap: int, sender: _Sender) -> Receive:
    """A body without a declared length is counted as it comes."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > cap:
            sender.refused = _too_large(cap)
            raise sender.refused
        return message

    return counted


def _too_large(cap: int) -> Problem:
    return Problem(413, "too_large", f"expected a body of at most {cap} bytes: send less, or a reference")


def _count(scope: Scope, status: int, seconds: float) -> None:
    route: Any = scope.get("route")
    template = getattr(route, "path", "none")
    # Whoever asks may make methods up: a label must not grow by that.
    method = scope["method"] if scope["method"] in METHODS else "other"
    metrics.HTTP_REQUESTS.labels(method, template, str(status)).inc()
    metrics.HTTP_DURATION.labels(method, template).observe(seconds)
