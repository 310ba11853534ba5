"""Who is asking, and what they may do: the table of requirements §8 as data."""

from typing import Literal, get_args

import msgspec

Action = Literal["view", "run", "manage", "operate"]
"""view: look at jobs, executions, workers, dead letters. run: trigger, retry. manage: create, update, delete, pause, resume,
cancel, backfill, redrive, dismiss. operate: users, tokens, drain, full metrics. A token's scopes are these words."""

Role = Literal["user", "admin"]
Kind = Literal["bootstrap", "token", "session"]

ACTIONS: tuple[Action, ...] = get_args(Action)

ALLOWED: dict[Role, frozenset[Action]] = {
    "user": frozenset(("view", "run")),
    "admin": frozenset(ACTIONS),
}
"""What a role may do. A user may do it with their own jobs only, an admin with all."""


class Identity(msgspec.Struct, frozen=True):
    name: str
    """Goes into every command as its actor."""
    role: Role
    kind: Kind
    scopes: frozenset[Action] = frozenset(ACTIONS)
    """What the token is for; a session may do all that its role may."""
    key: str = ""
    """The session or token, for rate limits."""

    def may(self, action: Action) -> bool:
        return action in ALLOWED[self.role] and action in self.scopes

    @property
    def sees_all(self) -> bool:
        return self.role == "admin"
