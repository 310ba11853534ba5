"""Why a command was refused: data, never an exception. One sentence form: "expected to ..., but ..."."""

from typing import Literal

import msgspec

RefusalCode = Literal[
    "not_found",
    "conflict",
    "version_conflict",
    "invalid",
    "too_large",
    "unknown_handler",
    "cycle",
    "wrong_state",
    "limit",
]
"""not_found: no such job, execution or calendar. conflict: the name is taken. version_conflict: it changed meanwhile.
invalid, too_large: a field is wrong. unknown_handler: no live worker has it. cycle: jobs would wait for each other.
wrong_state: it cannot be done now. limit: a bound of the engine is reached."""


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """A command that changes nothing, and why."""

    code: RefusalCode
    field: str
    """The field at fault, or empty."""
    message: str
    """A sentence for people that says what was expected and what was found."""
