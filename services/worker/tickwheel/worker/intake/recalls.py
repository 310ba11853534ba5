"""Recalls that came before the attempt they are about: a dispatch may be read long after its recall.

An attempt is dispatched once, what is dispatched again has the next number, and a recall is never taken back. So its number
alone tells: no clock is asked, which may have been set between the dispatch and the recall.
"""

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.worker.floor.held import Key

MOST = 100_000
"""Kept at most, the newest: each is about an attempt that somebody has not yet read from a mailbox."""


class Recalls:
    def __init__(self) -> None:
        self._keys: dict[Key, None] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def remember(self, recall: RecallAttempt) -> None:
        key = (recall.execution_id, recall.attempt)
        self._keys.pop(key, None)
        self._keys[key] = None
        if len(self._keys) > MOST:
            del self._keys[next(iter(self._keys))]

    def concerns(self, dispatch: AttemptDispatch) -> bool:
        """Whether this dispatch was recalled."""
        return bool(self._keys) and (dispatch.execution_id, dispatch.attempt) in self._keys
