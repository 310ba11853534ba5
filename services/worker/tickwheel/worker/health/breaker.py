"""The circuit breaker of one handler.

            half of at least 5 calls failed                30 s later, or when the cluster says so
    closed ────────────────────────────────> open ──────────────────────────────────────> half_open
      ^                                        ^                                              │ one probe at a time
      └────────── the probe ended well ────────┼──────────────────────────────────────────────┤
                                               └────────────── the probe failed ──────────────┘

While it is open attempts are put off and none is used up. What began before it opened says nothing any more: only the probe
closes it. Pure: time is an argument.
"""

from collections.abc import Hashable

from tickwheel.protocol.vocabulary import BreakerState

MIN_CALLS = 5
FAILED_SHARE = 0.5
OPEN_MS = 30_000
BUCKET_MS = 10_000
BUCKETS = 6
"""Calls of the last minute count."""
WINDOW_MS = BUCKETS * BUCKET_MS


class Breaker:
    def __init__(self) -> None:
        self.state: BreakerState = "closed"
        self.retry_at_ms = 0
        """When it may be probed, if open."""
        self._opened_at_ms = 0
        self._probe: Hashable = None
        """The attempt that was let through, if half-open."""
        self._buckets: dict[int, list[int]] = {}
        """Number of the bucket -> [calls, failures]."""

    def wait_ms(self, now_ms: int, attempt: Hashable) -> int:
        """0: go on, and tell with `ended` or `let_go` what became of it. More: put the attempt off by that much."""
        if self.state == "closed":
            return 0
        if self.state == "open":
            if now_ms < self.retry_at_ms:
                return self.retry_at_ms - now_ms
            self.state = "half_open"
        if self._probe not in (None, attempt):
            return BUCKET_MS // 10
        self._probe = attempt
        return 0

    def ended(self, failed: bool, now_ms: int, attempt: Hashable) -> bool:
        """A call is over. True if that opened the breaker."""
        if self.state != "closed":
            if self._probe is None or self._probe != attempt:
                return False
            if failed:
                self.open(now_ms, now_ms + OPEN_MS)
                return True
            self._close()
            return False
        bucket = self._buckets.get(now_ms // BUCKET_MS)
        if bucket is None:
            bucket = self._turn_over(now_ms // BUCKET_MS)
        bucket[0] += 1
        bucket[1] += failed
        if failed and self._is_too_bad():
            self.open(now_ms, now_ms + OPEN_MS)
            return True
        return False

    def open(self, opened_at_ms: int, retry_at_ms: int) -> None:
        self.state = "open"
        self._opened_at_ms = opened_at_ms
        self.retry_at_ms = retry_at_ms
        self._probe = None

    def let_go(self, attempt: Hashable) -> None:
        """It is over and said nothing about the handler: cancelled, handed back, never started. The next may be the probe."""
        if self._probe == attempt:
            self._probe = None

    def hear(self, state: BreakerState, changed_at_ms: int, retry_at_ms: int) -> None:
        """The cluster's verdict, from what all workers saw, and since when it stands.

        It is said again whenever its figures change: one that was closed all the time has not seen yet what opened this.
        """
        if state == "open" and self.state != "open":
            self.open(changed_at_ms, retry_at_ms)
        elif state == "closed" and self.state != "closed" and changed_at_ms >= self._opened_at_ms:
            self._close()

    def _close(self) -> None:
        self.state = "closed"
        self.retry_at_ms = 0
        self._probe = None
        self._buckets.clear()

    def _turn_over(self, number: int) -> list[int]:
        self._buckets = {n: counts for n, counts in self._buckets.items() if n > number - BUCKETS}
        bucket = self._buckets[number] = [0, 0]
        return bucket

    def _is_too_bad(self) -> bool:
        calls = sum(counts[0] for counts in self._buckets.values())
        failures = sum(counts[1] for counts in self._buckets.values())
        return calls >= MIN_CALLS and failures >= FAILED_SHARE * calls
