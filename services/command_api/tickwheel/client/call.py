"""One request to the API as a value: what is sent, and what is answered. Knows no connection."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from tickwheel.client.answers import Json
from tickwheel.runtime.fresh_ids import RandomIds

Answer = TypeVar("Answer")

ATTEMPTS = 4
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 10.0
WORTH_ANOTHER_TRY = (429, 502, 503, 504)
KEY = "Idempotency-Key"

_ids = RandomIds()


class Call(msgspec.Struct, Generic[Answer], frozen=True, kw_only=True):
    """`Answer` is the shape of the body that a good answer has."""

    method: str
    path: str
    params: Mapping[str, Any] = {}
    json: Any = None
    headers: Mapping[str, str] = {}


def get(path: str, **params: Any) -> Call[Any]:
    return Call(method="GET", path=path, params=_said(params))


def write(
    method: str, path: str, key: str, json: Any = None, *, version: int = 0, params: Json | None = None
) -> Call[Any]:
    """Every write has a key, so that sending it again cannot do it twice. With a version only that one is changed."""
    headers = {KEY: key or _ids.uuid()} | ({"If-Match": f'"{version}"'} if version else {})
    return Call(method=method, path=path, json=json, params=_said(params or {}), headers=headers)


def segment(text: str) -> str:
    """A name as one part of a path."""
    return quote(text, safe="")


def pause_s(attempt: int, retry_after: str) -> float:
    """How long to wait after the n-th failed attempt, from 1."""
    if retry_after.isdigit():
        return min(float(retry_after), LONGEST_PAUSE_S)
    return float(min(FIRST_PAUSE_S * 2 ** min(attempt - 1, 10), LONGEST_PAUSE_S))


def _said(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value not in (None, "", [], ())}
