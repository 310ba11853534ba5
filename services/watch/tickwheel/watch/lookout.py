"""Looks for what is overdue in a thread and by a connection of its own: the watch waits for Kafka, and when Kafka is gone no work
starts. That is what must be told."""

import threading
from collections.abc import Callable

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.postgres import RETRIABLE
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.watch.alarm import Alarm

PAUSE_S = 0.25
STUCK_AFTER_S = 30.0
JOIN_S = 2.0

Latest = Callable[[], dict[TopicPartition, Record]]


class Lookout:
    def __init__(self, connect: Callable[[], Connection], alarm: Alarm, clock: Clock) -> None:
        self._connect = connect
        self._alarm = alarm
        self._clock = clock
        self._latest: Latest = dict
        self._connection: Connection | None = None
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._looked_at_s = clock.monotonic()
        self._fault = ""

    def start(self, latest: Latest) -> None:
        """`latest` tells the last record that was read of each partition. Called again, nothing more happens."""
        if self._thread is None:
            self._latest = latest
            self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
            self._thread.start()

    def why_not(self) -> str:
        """A sentence while it cannot look; empty when it does. Also tells the alarm when a look does not come to its end."""
        if self._thread is None or self._fault:
            return self._fault
        if not self._thread.is_alive():
            return "nobody looks for overdue work any more: see its log, and start it anew"
        silent_s = self._clock.monotonic() - self._looked_at_s
        if silent_s <= STUCK_AFTER_S:
            return ""
        stuck = f"Postgres has not answered for {silent_s:.0f} s"
        self._alarm.cannot_look(stuck)
        return stuck

    def stop(self) -> None:
        self._closed.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(JOIN_S)

    def _run(self) -> None:
        while not self._closed.is_set():
            self._look()
            self._closed.wait(PAUSE_S)
        self._close_connection()

    def _look(self) -> None:
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._alarm.look(self._connection, self._latest())
            self._fault = ""
        except RETRIABLE as fault:
            self._close_connection()
            self._fault = str(fault).strip()
            self._alarm.cannot_look(self._fault)
        self._looked_at_s = self._clock.monotonic()

    def _close_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
