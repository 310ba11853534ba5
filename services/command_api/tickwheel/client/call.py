"""One request to the API as a value: what is sent, and whether it may be sent again."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec

Json = dict[str, Any]

ATTEMPTS = 4
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 10.0
WORTH_ANOTHER_TRY = (429, 502, 503, 504)
KEY = "Idempotency-Key"


class Call(msgspec.Struct, frozen=True, kw_only=True):
    method: str
    path: str
    params: Mapping[str, Any] = {}
    json: Json | None = None
    headers: Mapping[str, str] = {}


def get(path: str, **params: Any) -> Call:
    return Call(method="GET", path=path, params=_said(params))


def write(method: str, path: str, key: str, json: Json | None = None, **params: Any) -> Call:
    """Every write has a key, so that sending it again cannot do it twice."""
    return Call(method=method, path=path, json=json, params=_said(params), headers={KEY: key})


def segment(text: str) -> str:
    """A name as one part of a path."""
    return quote(text, safe="")


def pause_s(attempt: int, retry_after: str) -> float:
    """How long to wait after the n-th failed attempt, from 1."""
    if retry_after.isdigit():
        return min(float(retry_after), LONGEST_PAUSE_S)
    return float(min(FIRST_PAUSE_S * 2 ** (attempt - 1), LONGEST_PAUSE_S))


def _said(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value not in (None, "", [], ())}
