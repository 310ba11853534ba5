"""What the doctor found."""

from typing import Literal, NamedTuple

Verdict = Literal["ok", "look", "wrong"]


class Finding(NamedTuple):
    check: str
    verdict: Verdict
    """ok, wrong, or look: worth a look, and no fault."""
    found: str
    remedy: str = ""


def some(things: list[str], most: int = 3) -> str:
    """The first few by name, the others by number."""
    named = ", ".join(things[:most])
    return f"{named} and {len(things) - most} more" if len(things) > most else named
