"""Whether Kafka answers, for health checks: a client that only waits for records does not notice when nobody is there."""

import threading

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.ports import Admin, Log

ASK_EVERY_S = 5.0


class BrokerProbe:
    """Asks a question of its own, with a client of its own, at most every few seconds. Any thread."""

    def __init__(self, source: Log, topic: str, clock: Clock) -> None:
        self._source = source
        self._topic = topic
        self._clock = clock
        self._lock = threading.Lock()
        self._admin: Admin | None = None
        self._asked_at_s = float("-inf")
        self._answer = ""

    def why_not(self) -> str:
        """A sentence while it does not answer; empty when it does."""
        with self._lock:
            if self._clock.monotonic() - self._asked_at_s >= ASK_EVERY_S:
                self._answer = self._ask()
                self._asked_at_s = self._clock.monotonic()
            return self._answer

    def _ask(self) -> str:
        try:
            if self._admin is None:
                self._admin = self._source.admin()
            if self._topic not in self._admin.list_topics():
                return f"the topic {self._topic} is not there: run `tickwheel topics apply`"
        except LogError as fault:
            return f"Kafka does not answer: {fault}"
        return ""
