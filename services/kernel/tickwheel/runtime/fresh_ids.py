"""The only place that makes ids out of nothing. Everything that must be repeatable derives its ids instead."""

import uuid
from typing import Protocol


class FreshIds(Protocol):
    def uuid(self) -> str:
        """An id never seen before."""


class RandomIds:
    def uuid(self) -> str:
        return str(uuid.uuid4())


class CountingIds:
    """Repeatable ids for tests: the n-th id of a given prefix is always the same."""

    def __init__(self, prefix: str = "test") -> None:
        self._prefix = prefix
        self._count = 0

    def uuid(self) -> str:
        self._count += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self._prefix}/{self._count}"))
