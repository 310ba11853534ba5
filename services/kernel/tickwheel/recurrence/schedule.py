"""What every kind of schedule can answer, and the simple kinds."""

from typing import Protocol

import msgspec


class Schedule(Protocol):
    """A set of instants. The same questions always get the same answers."""

    def next_after(self, after_ms: int) -> int | None:
        """The first occurrence strictly after an instant; None if there is none."""


class Once(msgspec.Struct, frozen=True, gc=False):
    """One instant."""

    at_ms: int

    def next_after(self, after_ms: int) -> int | None:
        return self.at_ms if self.at_ms > after_ms else None


class Never(msgspec.Struct, frozen=True, gc=False):
    """No occurrence of its own: the job runs by trigger or dependency only."""

    def next_after(self, after_ms: int) -> int | None:
        return None


class Bounded(msgspec.Struct, frozen=True, gc=False):
    """A schedule between two instants: from start_ms on, before end_ms. Zero leaves a side open."""

    inner: Schedule
    start_ms: int
    end_ms: int

    def next_after(self, after_ms: int) -> int | None:
        found = self.inner.next_after(max(after_ms, self.start_ms - 1))
        return None if found is None or 0 < self.end_ms <= found else found
