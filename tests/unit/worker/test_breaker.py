"""When a circuit breaker opens, what it lets through meanwhile, and how it closes again."""

from tests.unit.worker.scene import NOW_MS, dispatch

from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.vocabulary import BreakerState
from tickwheel.runtime.clock import ManualClock
from tickwheel.worker.floor.ending import COMPLETED, RECALLED, Ending, stopped
from tickwheel.worker.floor.held import Held, StopReason
from tickwheel.worker.health.breaker import OPEN_MS, Breaker
from tickwheel.worker.health.breakers import Breakers
from tickwheel.worker.health.stats import BUCKETS, bucket_of

FAILED = Ending(status="failed")
PROBE = ("e1", 1)


def tripped() -> Breaker:
    breaker = Breaker()
    for _ in range(5):
        breaker.ended(True, NOW_MS, PROBE)
    return breaker


def test_opens_when_half_of_at_least_five_calls_failed() -> None:
    breaker = Breaker()
    assert [breaker.ended(failed, NOW_MS, PROBE) for failed in (True, False, True, False)] == [False] * 4
    assert breaker.ended(True, NOW_MS, PROBE)
    assert breaker.state == "open"


def test_stays_closed_while_fewer_than_half_fail() -> None:
    breaker = Breaker()
    for n in range(100):
        breaker.ended(n % 3 == 0, NOW_MS, PROBE)
    assert breaker.state == "closed"


def test_forgets_failures_after_a_minute() -> None:
    breaker = Breaker()
    for _ in range(4):
        breaker.ended(True, NOW_MS, PROBE)
    breaker.ended(True, NOW_MS + 70_000, PROBE)
    assert breaker.state == "closed"


def test_puts_off_until_the_time_for_a_probe() -> None:
    breaker = tripped()
    assert breaker.wait_ms(NOW_MS + 10_000, PROBE) == OPEN_MS - 10_000


def test_lets_one_probe_through_and_closes_if_it_ends_well() -> None:
    breaker = tripped()
    assert breaker.wait_ms(NOW_MS + OPEN_MS, PROBE) == 0
    assert breaker.wait_ms(NOW_MS + OPEN_MS, "another") > 0
    states = [breaker.state]
    breaker.ended(False, NOW_MS + OPEN_MS + 5, PROBE)
    states.append(breaker.state)
    assert states == ["half_open", "closed"]
    assert breaker.wait_ms(NOW_MS + OPEN_MS + 5, PROBE) == 0


def test_opens_again_if_the_probe_fails() -> None:
    breaker = tripped()
    breaker.wait_ms(NOW_MS + OPEN_MS, PROBE)
    breaker.ended(True, NOW_MS + OPEN_MS + 5, PROBE)
    assert (breaker.state, breaker.retry_at_ms) == ("open", NOW_MS + 2 * OPEN_MS + 5)


def test_probes_again_after_a_probe_that_was_cancelled() -> None:
    breaker = tripped()
    breaker.wait_ms(NOW_MS + OPEN_MS, PROBE)
    breaker.let_go("another")
    assert breaker.wait_ms(NOW_MS + OPEN_MS, "another") > 0
    breaker.let_go(PROBE)
    assert breaker.wait_ms(NOW_MS + OPEN_MS, "another") == 0


def test_is_not_closed_by_what_began_before_it_opened() -> None:
    """Of ten at once, five fail and open it: the other five, which end well a moment later, are no probes."""
    breaker = tripped()
    breaker.ended(False, NOW_MS + 10, "early")
    states = [breaker.state]
    breaker.wait_ms(NOW_MS + OPEN_MS, PROBE)
    breaker.ended(True, NOW_MS + OPEN_MS + 1, "early")
    breaker.ended(False, NOW_MS + OPEN_MS + 2, "early")
    states.append(breaker.state)
    assert states == ["open", "half_open"]


class TestBreakers:
    def setup_method(self) -> None:
        self.clock = ManualClock(NOW_MS)
        self.breakers = Breakers(self.clock)
        self.held = Held(dispatch(), None, "w", 0)

    def test_defers_without_using_up_an_attempt_while_open(self) -> None:
        for _ in range(5):
            self.breakers.ended([(self.held, FAILED)])
        put_off = self.breakers.gate(self.held)
        assert put_off is not None
        assert (put_off.status, put_off.retry_after_ms) == ("deferred", OPEN_MS)

    def test_judges_each_handler_by_itself(self) -> None:
        for _ in range(5):
            self.breakers.ended([(self.held, FAILED)])
        assert self.breakers.gate(Held(dispatch(handler="other"), None, "w", 0)) is None

    def test_does_not_blame_the_handler_for_what_no_retry_would_mend(self) -> None:
        for _ in range(9):
            self.breakers.ended([(self.held, Ending(status="failed", retryable=False))])
            self.breakers.ended([(self.held, RECALLED)])
        assert self.breakers.gate(self.held) is None

    def test_does_not_blame_the_handler_for_what_the_worker_did_to_it(self) -> None:
        reasons: tuple[StopReason, ...] = ("drained", "fenced")
        for why in reasons:
            self.held.stop = why
            self.breakers.ended([(self.held, stopped(self.held))] * 9)
        assert self.breakers.gate(self.held) is None

    def test_probes_again_when_the_probe_never_started(self) -> None:
        """Recalled, or handed back for want of resources: its handler was put off for ever."""
        for _ in range(5):
            self.breakers.ended([(self.held, FAILED)])
        self.clock.advance(OPEN_MS)
        other = Held(dispatch("e2"), None, "w", 0)
        assert self.breakers.gate(self.held) is None
        assert self.breakers.gate(other) is not None
        self.breakers.let_go([(self.held, RECALLED)])
        assert self.breakers.gate(other) is None

    def test_asks_no_second_time_for_a_probe_that_waits_for_resources(self) -> None:
        for _ in range(5):
            self.breakers.ended([(self.held, FAILED)])
        self.clock.advance(OPEN_MS)
        assert self.breakers.gate(self.held) is None
        assert self.breakers.gate(self.held) is None

    def test_follows_the_verdict_of_the_cluster(self) -> None:
        self.breakers.hear(_verdict("open", NOW_MS + 20_000))
        assert self.breakers.gate(self.held) is not None
        self.breakers.hear(_verdict("closed", 0))
        assert self.breakers.gate(self.held) is None

    def test_is_not_closed_by_a_verdict_that_has_not_seen_what_opened_it(self) -> None:
        """The cluster says the same again whenever its figures change, and counts the failures a moment later."""
        for _ in range(5):
            self.breakers.ended([(self.held, FAILED)])
        self.breakers.hear(_verdict("closed", 0, changed_at_ms=NOW_MS - 60_000))
        assert self.breakers.gate(self.held) is not None
        self.breakers.hear(_verdict("closed", 0, changed_at_ms=NOW_MS + 2_000))
        assert self.breakers.gate(self.held) is None

    def test_passes_over_a_verdict_from_before_everything_was_stopped(self) -> None:
        """A worker reads all verdicts at its start: one of last week put off all jobs of the handler but one."""
        self.breakers.hear(_verdict("open", NOW_MS - 61_000, changed_at_ms=NOW_MS - 91_000))
        assert self.breakers.gate(self.held) is None
        assert self.breakers.gate(Held(dispatch("e2"), None, "w", 0)) is None

    def test_closes_after_a_probe_that_ended_well(self) -> None:
        for _ in range(5):
            self.breakers.ended([(self.held, FAILED)])
        self.clock.advance(OPEN_MS)
        assert self.breakers.gate(self.held) is None
        self.breakers.ended([(self.held, COMPLETED)])
        assert self.breakers.gate(self.held) is None
        assert self.breakers.gate(self.held) is None


def _verdict(state: BreakerState, retry_at_ms: int, changed_at_ms: int = NOW_MS) -> HandlerHealth:
    return HandlerHealth(
        handler="noop",
        state=state,
        changed_at_ms=changed_at_ms,
        retry_at_ms=retry_at_ms,
        calls=10,
        failures=9,
        mean_duration_ms=1.0,
        p95_duration_ms=1.0,
        backlog=0,
        workers_needed=1.0,
        at_ms=NOW_MS,
    )


def test_sorts_durations_into_powers_of_two() -> None:
    assert [bucket_of(ms) for ms in (0, 1, 2, 3, 4, 5, 8, 9)] == [0, 0, 1, 2, 2, 3, 3, 4]
    assert bucket_of(10**12) == BUCKETS - 1
