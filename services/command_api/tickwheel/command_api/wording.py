"""How slips are answered: with the word that was probably meant."""

import difflib
from collections.abc import Iterable
from typing import Any

FIELDS: set[str] = set()
"""The fields of all bodies that may be sent."""


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
