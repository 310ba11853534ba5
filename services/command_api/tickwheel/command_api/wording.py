"""How slips are answered: with the word that was probably meant."""

import difflib
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

FIELDS: set[str] = set()
"""The fields of all bodies that may be sent."""


SAID_AS = {
    "cron": "schedule",
    "run_at_ms": "run_at",
    "start_at_ms": "start_at",
    "end_at_ms": "end_at",
    "from_ms": "since",
    "to_ms": "until",
    "expected_version": "If-Match",
}
"""What the scheduler calls a field -> what it is called in a request, where the two differ."""

_THEIRS = re.compile(r"\b(run_at_ms|start_at_ms|end_at_ms|from_ms|to_ms)\b")
_EPOCH_MS = re.compile(r"(?<![\w.])-?\d{11,15}(?!\w)|(?<=from )0(?= to )")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def of_refusal(field: str, message: str) -> tuple[str, str]:
    """The field and the sentence of a scheduler, for those who wrote a request: with its words, and instants in full."""
    if field not in SAID_AS:
        return field, message
    if field.endswith("_ms"):
        message = _THEIRS.sub(lambda found: SAID_AS[found[0]], message)
        message = _EPOCH_MS.sub(lambda found: _instant(int(found[0])) or found[0], message)
    return SAID_AS[field], message


def _instant(ms: int) -> str:
    """Empty for one that no calendar has."""
    try:
        return (_EPOCH + timedelta(milliseconds=ms)).isoformat().replace("+00:00", "Z")
    except OverflowError:
        return ""


def did_you_mean(slip: str, words: Iterable[str]) -> str:
    """The end of a sentence; empty if no word is near."""
    near = difflib.get_close_matches(slip, list(words), n=1)
    return f": did you mean {near[0]}?" if near else ""


def of_fault(fault: Any) -> str:
    """What pydantic says, as a sentence for those who sent it."""
    if fault["type"] == "extra_forbidden":
        slip = str(fault["loc"][-1])
        return f"there is no such field{did_you_mean(slip, FIELDS)}"
    return str(fault["msg"]).removeprefix("Value error, ")
