"""Takes secrets out of text that leaves the worker: error messages, tracebacks, captured output."""

import re
from typing import Any
from urllib.parse import quote

import msgspec

MASK = "********"

_NAMED = re.compile(
    r"""(?ix)
    (?P<name> (?: passw(?:or)?d | secret | token | api[_-]?key | access[_-]?key | authorization | credential ) [\w-]{0,64}
      \\{0,4} ["']? \s{0,8} [=:] \s{0,8} (?: (?:bearer|basic) \s{1,8} )? )
    (?: (?P<quote> \\{0,4} ["'] ) [^\n]*? (?<! \\ ) (?P=quote) | [^\s,;&)}\]]+ )
    """
)
"""It begins at the telling word, and what may stand between is bounded: the time is in proportion to the text, whatever that
is. A search holds the whole process up, heartbeats too, so a line of 64 KiB without spaces must not take minutes."""

_IN_URL = re.compile(r"(?P<before>://[^/\s:@]*:)(?P<value>[^@\s/]+)(?=@)")

_MIN_CHARS = 4
"""A shorter value is in every other word."""

_MIN_LINE_CHARS = 12
"""A shorter line of a secret with many lines says nothing without the others."""

_known: set[str] = set()


def remember(secret: str) -> None:
    """A value that was resolved from `secret://`: it is masked wherever it shows up from now on."""
    escaped = (quote(secret, safe=""), repr(secret)[1:-1], msgspec.json.encode(secret).decode()[1:-1])
    _known.update(form for form in (secret, *escaped) if len(form) >= _MIN_CHARS)
    # A private key has many lines, and programs tell them one by one.
    _known.update(line for line in map(str.strip, secret.splitlines()) if len(line) >= _MIN_LINE_CHARS)


def redact(text: str) -> str:
    """Mask values behind telling names, passwords in URLs, and every secret that was resolved in this process."""
    # Half a surrogate pair, as in names of files, is text to Python and to nobody else.
    text = redact_known(text.encode("utf-8", "backslashreplace").decode())
    text = _IN_URL.sub(rf"\g<before>{MASK}", text)
    return _NAMED.sub(_masked, text)


def redact_known(text: str) -> str:
    """Mask the secrets that were resolved in this process, and nothing else."""
    for secret in sorted(_known, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def _masked(found: re.Match[str]) -> str:
    """The quotes stay, so that JSON stays JSON."""
    quotes = found["quote"] or ""
    return f"{found['name']}{quotes}{MASK}{quotes}"


def redact_within(fields: dict[str, Any]) -> dict[str, Any]:
    """The same for every text in there, however deep. What is no JSON becomes text."""
    return {name: _within(value) for name, value in msgspec.to_builtins(fields, enc_hook=str).items()}


def _within(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {name: _within(inner) for name, inner in value.items()}
    return [_within(inner) for inner in value] if isinstance(value, list | tuple) else value
