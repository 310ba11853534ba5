"""The only place that makes ids out of nothing. Everything that must be repeatable derives its ids instead."""

import os
import uuid
from typing import Protocol

DRAWN_AT_ONCE = 64

_spare: list[bytes] = []
"""Randomness that no id is made of yet. Asking the system for each id would let other threads in each time."""

os.register_at_fork(after_in_child=_spare.clear)


class FreshIds(Protocol):
    def uuid(self) -> str:
        """An id never seen before."""


class RandomIds:
    def uuid(self) -> str:
        while True:
            try:
                return str(uuid.UUID(bytes=_spare.pop(), version=4))
            except IndexError:
                drawn = os.urandom(16 * DRAWN_AT_ONCE)
                _spare.extend(drawn[start : start + 16] for start in range(0, len(drawn), 16))


class CountingIds:
    """Repeatable ids for tests: the n-th id of a given prefix is always the same."""

    def __init__(self, prefix: str = "test") -> None:
        self._prefix = prefix
        self._count = 0

    def uuid(self) -> str:
        self._count += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self._prefix}/{self._count}"))
