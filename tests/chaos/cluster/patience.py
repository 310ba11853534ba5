"""Asks again when a broker that has just come back does not lead yet what it is asked about."""

import threading
from collections.abc import Callable
from typing import TypeVar

from tickwheel.runtime.log.errors import RetriableError

T = TypeVar("T")

TRIES = 30
PAUSE_S = 1.0


def insist(ask: Callable[[], T]) -> T:
    for _ in range(TRIES):
        try:
            return ask()
        except RetriableError:
            threading.Event().wait(PAUSE_S)
    return ask()
