"""Recalls that came before the attempt they are about: a dispatch may be read long after its recall."""

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.worker.floor.held import Key

MOST = 100_000
"""Kept at most, the newest: each is about an attempt that somebody has not yet read from a mailbox."""


class Recalls:
    def __init__(self) -> None:
        self._sent_at_ms: dict[Key, int] = {}

    def __len__(self) -> int:
        return len(self._sent_at_ms)

    def remember(self, recall: RecallAttempt) -> None:
        key = (recall.execution_id, recall.attempt)
        self._sent_at_ms.pop(key, None)
        self._sent_at_ms[key] = recall.sent_at_ms
        if len(self._sent_at_ms) > MOST:
            del self._sent_at_ms[next(iter(self._sent_at_ms))]

    def concerns(self, dispatch: AttemptDispatch) -> bool:
        """Whether this dispatch was recalled. One that was sent again after its recall was not."""
        if not self._sent_at_ms:
            return False
        sent_at_ms = self._sent_at_ms.get((dispatch.execution_id, dispatch.attempt))
        return sent_at_ms is not None and sent_at_ms >= dispatch.dispatched_at_ms
