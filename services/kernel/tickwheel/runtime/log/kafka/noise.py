"""Keeps librdkafka's log readable through an outage: it reports every failed attempt to connect, many a second."""

import logging

from tickwheel.runtime.clock import Clock

QUIET_S = 10.0


class OncePerWhile(logging.Filter):
    """Lets one line of a kind through, then holds its like back for `QUIET_S` and tells how many there were.

    librdkafka's lines begin with a word for their kind (FAIL, GETPID, REQTMOUT) and the client's name in brackets.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._told_at: dict[str, float] = {}
        self._held_back: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = " ".join(record.getMessage().split(" ", 2)[:2])
        now = self._clock.monotonic()
        if now - self._told_at.get(kind, -QUIET_S) < QUIET_S:
            self._held_back[kind] = self._held_back.get(kind, 0) + 1
            return False
        self._told_at[kind] = now
        held_back = self._held_back.pop(kind, 0)
        if held_back:
            record.msg, record.args = f"{record.getMessage()} (and {held_back} more like it)", ()
        return True
