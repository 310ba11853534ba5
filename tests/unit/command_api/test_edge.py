"""What the edge counts of requests."""

import asyncio
from typing import Any

from tickwheel.command_api.middleware import Edge
from tickwheel.runtime import metrics


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 405, "headers": []})


async def _ignore(message: Any) -> None:
    """Nobody listens."""


def ask(method: str) -> None:
    scope = {"type": "http", "method": method, "path": "/", "raw_path": b"/", "headers": []}
    asyncio.run(Edge(_answer)(scope, _ignore, _ignore))  # type: ignore[arg-type]


def counted(method: str) -> float | None:
    labels = {"method": method, "route": "none", "status": "405"}
    return metrics.REGISTRY.get_sample_value("tickwheel_http_requests_total", labels)


def test_methods_that_callers_make_up_do_not_become_labels() -> None:
    ask("GET")
    before = counted("other") or 0.0
    ask("MADE-UP-1")
    ask("MADE-UP-2")
    assert counted("MADE-UP-1") is None
    assert counted("other") == before + 2
    assert counted("GET")
