"""Values as Postgres' COPY text wants them. Whatever stands in the log, what leaves here can be stored.

A row becomes a line by one `%` over its values, so None is written as `None`: that is the NULL of our COPY statements,
and text that happens to read `None` gets a backslash, which COPY takes off again.
"""

import json
import re
from collections.abc import Iterable

import msgspec

# An escaped NUL, but not an escaped backslash that is followed by the letters u0000.
_NUL_IN_JSON = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")

WORD_MAX = 600
"""Characters, of four bytes each at most. A word of 255 fits whatever it is made of."""

# What may be a number that Postgres' numeric cannot hold; whether it is one, and not part of a string, is looked at then.
_HUGE = re.compile(r"\d[eE][+-]?\d{4}|[\d.]{4000}")


def text(value: str) -> str:
    """Free text. NUL, which Postgres cannot store, becomes the replacement character."""
    if value.isprintable() and "\\" not in value and value != "None":
        return value
    if value == "None":
        return "\\None"
    return _escaped(value.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}"))


def word(value: str) -> str:
    """Text that an index holds, such as who asked: Postgres takes no more than 2,704 bytes into one, so what is longer is cut."""
    return text(value if len(value) <= WORD_MAX else f"{value[: WORD_MAX - 1]}\N{HORIZONTAL ELLIPSIS}")


def document(value: object) -> str:
    """A value of ours as JSON."""
    return _storable(msgspec.json.encode(value).decode())


def foreign_document(value: str) -> str:
    """Somebody's JSON, which may be anything: what Postgres would refuse is stored as a JSON string."""
    if value == "{}":
        return value
    try:
        msgspec.json.decode(value)
        if _HUGE.search(value):
            json.loads(value, parse_float=_refuse_huge, parse_int=_refuse_huge)
    except (ValueError, RecursionError):
        value = json.dumps(value)
    return _storable(value)


def uuid_array(values: Iterable[str]) -> str:
    return "{" + ",".join(values) + "}"


def _refuse_huge(number: str) -> None:
    if _HUGE.search(number):
        raise ValueError("Postgres cannot store this number")


def _storable(value: str) -> str:
    if "\\u0000" in value:
        value = _NUL_IN_JSON.sub(r"\1\\ufffd", value)
    return value.replace("\\", "\\\\") if value.isprintable() else _escaped(value)


def _escaped(value: str) -> str:
    """Several passes, each in C, are many times quicker than one translate()."""
    value = value.replace("\\", "\\\\")
    return value.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
