"""What a worker tells the cluster of each handler, once a second."""

import pytest
from tests.unit.worker.scene import CODEC, NOW_MS, NotingProducer, dispatch

from tickwheel.protocol.handlers import HandlerStats
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.fresh_ids import CountingIds
from tickwheel.worker.floor.ending import COMPLETED, RECALLED, Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.health.stats import SECOND_MS, Stats
from tickwheel.worker.presence.identity import Identity
from tickwheel.worker.presence.outbox import Outbox
from tickwheel.worker.runners.invocation import raised
from tickwheel.worker.sdk.errors import NonRetryable

REFUSED = Ending(status="failed", retryable=False)
FAILED = Ending(status="failed")
TIMED_OUT = Ending(status="timed_out")


class Counting:
    def __init__(self) -> None:
        self.clock = ManualClock(NOW_MS)
        self.held = Held(dispatch(), None, "w", 0)
        self.held.started_at_ms = NOW_MS
        self._producer = NotingProducer()
        outbox = Outbox(self._producer, CODEC, self.clock)
        self._stats = Stats(outbox, Topics(), self.clock, Identity("box", CountingIds()))

    def told_after(self, *endings: Ending) -> list[Message]:
        """What is published a second after these."""
        self._stats.ended([(self.held, ending) for ending in endings])
        self.clock.advance(SECOND_MS)
        self._stats.publish_if_due()
        return self._producer.sent


@pytest.fixture
def counting() -> Counting:
    return Counting()


def test_tells_how_many_failures_no_retry_would_mend(counting: Counting) -> None:
    (told,) = counting.told_after(COMPLETED, FAILED, REFUSED, REFUSED, TIMED_OUT)
    assert isinstance(told, HandlerStats)
    assert (told.completed, told.failed, told.timed_out, told.not_retryable) == (1, 3, 1, 2)


def test_a_handler_that_gives_up_for_good_is_among_them(counting: Counting) -> None:
    (told,) = counting.told_after(raised(counting.held, NonRetryable("there is no such invoice")))
    assert isinstance(told, HandlerStats)
    assert (told.failed, told.not_retryable) == (1, 1)


def test_tells_nothing_of_attempts_that_say_nothing_about_the_handler(counting: Counting) -> None:
    assert counting.told_after(RECALLED) == []
