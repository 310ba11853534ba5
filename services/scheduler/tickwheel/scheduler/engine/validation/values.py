"""Checks of single values, shared by definitions and commands."""

from collections.abc import Collection

import msgspec

from tickwheel.scheduler.engine.refusal import Refusal

PAYLOAD_BYTES = 256 * 1024
COMMAND_ID_LENGTH = 255
_JSON = msgspec.json.Decoder(dict[str, msgspec.Raw])


def invalid(field: str, expected: str, found: object) -> Refusal:
    return Refusal("invalid", field, f"expected {field} to be {expected}, but it is {_short(found)}")


def between(field: str, value: int | float, low: int | float, high: int | float) -> Refusal | None:
    # A value that is not a number compares as false, so it is refused here too.
    return None if low <= value <= high else invalid(field, f"from {low} to {high}", value)


def one_of(field: str, value: str, words: Collection[str]) -> Refusal | None:
    return None if value in words else invalid(field, f"one of {', '.join(words)}", value)


def length(field: str, value: str, low: int, high: int) -> Refusal | None:
    if low <= len(value) <= high:
        return None
    return invalid(field, f"{low} to {high} characters long", f"{len(value)} long")


def payload(text: str) -> Refusal | None:
    """A JSON object as text, and not too large."""
    if text == "{}":
        return None
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > PAYLOAD_BYTES:
        return Refusal(
            "too_large", "payload", f"expected payload to be at most {PAYLOAD_BYTES} bytes, but it is {size}"
        )
    try:
        _JSON.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return invalid("payload", "a JSON object", text)
    return None


def _short(found: object) -> str:
    text = found if isinstance(found, str) else str(found)
    return f"{text[:80]!r}" if isinstance(found, str) else text[:80]
