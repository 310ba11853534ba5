"""Turns SIGTERM and SIGINT into a request to stop, and a second one into an end at once.

Python runs signal handlers on the main thread between two of its instructions: there a lock may be held (so setting an
event or writing a log line can deadlock), and not at all while that thread waits inside a C library. So the handlers do
nothing; the interpreter writes each signal's number to a socket, and a thread of ours reads it.
"""

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tickwheel.runtime import logs
from tickwheel.runtime.clock import SystemClock

SIGNALS = (signal.SIGTERM, signal.SIGINT)

SAME_REQUEST_S = 1.0
"""Signals this close together are one request: `timeout` and some process supervisors signal both the process and its group."""

log = logs.logger(__name__)


@contextmanager
def stop_on_signals(same_request_s: float = SAME_REQUEST_S) -> Iterator[threading.Event]:
    """The event is set by the first signal. Main thread only; the former handlers come back afterwards."""
    stop = threading.Event()
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    former_fd = signal.set_wakeup_fd(sender.fileno())
    former = {number: signal.signal(number, lambda *_: None) for number in SIGNALS}
    watcher = threading.Thread(
        target=_watch, args=(receiver, stop, same_request_s), name="signals", daemon=True
    )
    watcher.start()
    try:
        yield stop
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(former_fd)
        sender.close()
        watcher.join()
        receiver.close()


def _watch(receiver: socket.socket, stop: threading.Event, same_request_s: float) -> None:
    """Ends when the sender is closed."""
    clock = SystemClock()
    asked_at: float | None = None
    while received := receiver.recv(1):
        if received[0] not in SIGNALS:
            continue
        if asked_at is None:
            asked_at = clock.monotonic()
            log.info("Stopping; a second signal ends it at once", signal=signal.Signals(received[0]).name)
            stop.set()
        elif clock.monotonic() - asked_at >= same_request_s:
            # The person has asked twice: no finally, no atexit, nothing that could hang again.
            os._exit(128 + received[0])
