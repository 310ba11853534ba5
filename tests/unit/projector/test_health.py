"""The cluster's verdict on a handler: windows of a minute, and a breaker over them."""

import msgspec

from tickwheel.projector.health.verdict import OPEN_MS, Handler
from tickwheel.projector.health.window import WINDOW_MS, Window
from tickwheel.protocol.handlers import HandlerStats

START_MS = 1_794_000_000_000


def stats(at_ms: int, completed: int = 0, failed: int = 0, worker: str = "w-1") -> HandlerStats:
    calls = completed + failed
    return HandlerStats(
        handler="reports.daily",
        worker_id=worker,
        window_start_ms=at_ms,
        completed=completed,
        failed=failed,
        timed_out=0,
        duration_sum_ms=10 * calls,
        duration_max_ms=10,
        duration_buckets=(0, 0, 0, 0, calls),
    )


def new() -> Handler:
    return Handler("reports.daily", Window())


def test_it_opens_when_half_of_five_calls_failed_whoever_made_them() -> None:
    handler = new()
    handler.hear(stats(START_MS, completed=2, failed=2), START_MS)
    assert handler.health(START_MS).state == "closed"
    handler.hear(stats(START_MS, failed=1, worker="w-2"), START_MS)
    assert handler.health(START_MS).state == "open"
    assert handler.health(START_MS).retry_at_ms == START_MS + OPEN_MS


def test_failures_that_left_the_window_do_not_count() -> None:
    handler = new()
    handler.hear(stats(START_MS, failed=4), START_MS)
    later = START_MS + WINDOW_MS + 2_000
    handler.hear(stats(later, failed=1), later)
    assert handler.state == "closed"
    assert handler.health(later).calls == 1


def test_half_open_closes_after_a_good_call_and_opens_again_after_a_bad_one() -> None:
    for failed, expected in ((0, "closed"), (1, "open")):
        handler = new()
        handler.hear(stats(START_MS, failed=5), START_MS)
        assert handler.judge(START_MS + OPEN_MS)
        assert handler.state == "half_open"
        probe_ms = START_MS + OPEN_MS + 1_000
        handler.hear(stats(probe_ms, completed=1 - failed, failed=failed), probe_ms)
        assert handler.state == expected


def test_figures_are_merged_over_workers_and_seconds() -> None:
    handler = new()
    handler.hear(stats(START_MS, completed=3), START_MS)
    handler.hear(stats(START_MS + 1_000, completed=1, worker="w-2"), START_MS + 1_000)
    health = handler.health(START_MS + 1_000)
    assert (health.calls, health.failures) == (4, 0)
    assert (health.mean_duration_ms, health.p95_duration_ms) == (10.0, 16.0)


def test_what_is_stored_comes_back_the_same() -> None:
    handler = new()
    handler.hear(stats(START_MS, completed=3, failed=3), START_MS)
    assert msgspec.json.decode(msgspec.json.encode(handler), type=Handler) == handler
