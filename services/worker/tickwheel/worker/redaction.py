"""Takes secrets out of text that leaves the worker: error messages, tracebacks, captured output."""

import re
from typing import Any
from urllib.parse import quote

import msgspec

MASK = "********"

_NAMED = re.compile(
    r"""(?ix)
    (?P<name> ["']? [\w-]* (?: passw(?:or)?d | secret | token | api[_-]?key | access[_-]?key | authorization | credential ) [\w-]* ["']?
      \s* [=:] \s* (?: (?:bearer|basic) \s+ )? )
    (?P<value> "[^"\n]*" | '[^'\n]*' | [^\s,;&)}\]]+ )
    """
)
_IN_URL = re.compile(r"(?P<before>://[^/\s:@]*:)(?P<value>[^@\s/]+)(?=@)")

_known: set[str] = set()


def remember(secret: str) -> None:
    """A value that was resolved from `secret://`: it is masked wherever it shows up from now on."""
    if len(secret) >= 4:
        _known.update({secret, quote(secret, safe="")})


def redact(text: str) -> str:
    """Mask values behind telling names, passwords in URLs, and every secret that was resolved in this process."""
    # Half a surrogate pair, as in names of files, is text to Python and to nobody else.
    text = text.encode("utf-8", "backslashreplace").decode()
    for secret in sorted(_known, key=len, reverse=True):
        text = text.replace(secret, MASK)
    text = _IN_URL.sub(rf"\g<before>{MASK}", text)
    return _NAMED.sub(rf"\g<name>{MASK}", text)


def redact_within(fields: dict[str, Any]) -> dict[str, Any]:
    """The same for every text in there, however deep. What is no JSON becomes text."""
    return {name: _within(value) for name, value in msgspec.to_builtins(fields, enc_hook=str).items()}


def _within(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {name: _within(inner) for name, inner in value.items()}
    return [_within(inner) for inner in value] if isinstance(value, list | tuple) else value
