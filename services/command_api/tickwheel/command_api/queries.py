"""Refuses query parameters that a request does not know: a filter with a slip in its name would find everything."""

import re
from typing import Any

from starlette.requests import HTTPConnection

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.wording import did_you_mean

PREFIX = "/api/v1"
_CONVERTER = re.compile(r":\w+}")


def check(request: HTTPConnection) -> None:
    if not request.query_params:
        return
    known = _known(request)
    for name in request.query_params:
        if known is not None and name not in known:
            raise Problem(
                422,
                "invalid",
                f"expected a query parameter of this request, but {name!r} is none{did_you_mean(name, known)}",
                field=name,
            )


def _known(request: HTTPConnection) -> list[str] | None:
    """None for what the document does not describe, such as the WebSocket."""
    path = _CONVERTER.sub("}", getattr(request.scope.get("route"), "path", ""))
    operations: dict[str, Any] = request.app.openapi()["paths"].get(PREFIX + path, {})
    operation = operations.get(request.scope.get("method", "").lower())
    if operation is None:
        return None
    return [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
