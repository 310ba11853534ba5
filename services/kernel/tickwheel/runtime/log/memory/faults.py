"""Faults that a test or the simulation injects into the log in memory. Each says what the real world would call it."""

from collections import defaultdict, deque
from typing import Literal

import msgspec

from tickwheel.runtime.log import errors

Call = Literal["init", "begin", "produce", "send_offsets", "commit", "abort"]


class LostReply(msgspec.Struct, frozen=True):
    """The broker got the commit, the client never heard of it. None: the request itself was lost."""

    applied_after_ms: float | None


class Faults:
    def __init__(self) -> None:
        self._failures: dict[tuple[str, Call], deque[errors.LogError]] = defaultdict(deque)
        self._lost_replies: dict[str, deque[LostReply]] = defaultdict(deque)
        self._failed_deliveries: dict[str, deque[bool]] = defaultdict(deque)
        self._failing_lookups: dict[str, deque[bool]] = defaultdict(deque)

    def fail(self, transactional_id: str, call: Call, error: errors.LogError) -> None:
        """The next such call of this transactional id raises `error` and does nothing."""
        self._failures[transactional_id, call].append(error)

    def lose_commit_reply(self, transactional_id: str, *, applied_after_ms: float | None = 0) -> None:
        """The next commit ends with an unknown result. It is applied at once, later (if the transaction has not been
        settled otherwise by then: an init applies it too), or, with None, never: the transaction stays open."""
        self._lost_replies[transactional_id].append(LostReply(applied_after_ms))

    def lose_delivery_report(self, client_id: str, *, written: bool) -> None:
        """The next record of this client's plain producer is reported with an unknown result."""
        self._failed_deliveries[client_id].append(written)

    def fail_lookups(self, client_id: str, *fails: bool) -> None:
        """The next look-ups of this client (watermarks, committed offsets), one after the other: True raises, as when a
        partition's leader has just moved."""
        self._failing_lookups[client_id].extend(fails)

    def raise_failed_lookup(self, client_id: str) -> None:
        failing = self._failing_lookups.get(client_id)
        if failing and failing.popleft():
            raise errors.RetriableError("the broker does not lead the partition any more; call again")

    def raise_failure(self, transactional_id: str, call: Call) -> None:
        failures = self._failures.get((transactional_id, call))
        if failures:
            raise failures.popleft()

    def take_lost_reply(self, transactional_id: str) -> LostReply | None:
        replies = self._lost_replies.get(transactional_id)
        return replies.popleft() if replies else None

    def take_failed_delivery(self, client_id: str) -> bool | None:
        failed = self._failed_deliveries.get(client_id)
        return failed.popleft() if failed else None
