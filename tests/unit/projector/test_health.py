"""The cluster's verdict on a handler: windows of a minute, a breaker over them, and advice on how many workers to run."""

import msgspec
import pytest

from tickwheel.projector.health import verdict
from tickwheel.projector.health.judge import TELL_EVERY_MS, Judge
from tickwheel.projector.health.verdict import Handler, Rules
from tickwheel.projector.health.window import WINDOW_MS
from tickwheel.protocol.handlers import HandlerBacklog, HandlerStats
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec

START_MS = 1_794_000_000_000
RULES = Rules()
OPEN_MS = RULES.open_ms


def stats(
    at_ms: int, completed: int = 0, failed: int = 0, worker: str = "w-1", not_retryable: int = 0
) -> HandlerStats:
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
        not_retryable=not_retryable,
    )


def backlog(at_ms: int, waiting: int, scheduler: str = "s-1", queue: str = "default") -> HandlerBacklog:
    return HandlerBacklog(
        handler="reports.daily", queue=queue, scheduler=scheduler, waiting=waiting, at_ms=at_ms
    )


class Heard:
    """A handler that hears one record after the other."""

    def __init__(self) -> None:
        self.handler = verdict.new("reports.daily")
        self._offset = 0

    def hear(self, said: HandlerStats | HandlerBacklog, now_ms: int) -> Handler:
        self.handler.hear(said, self._offset, now_ms, RULES)
        self._offset += 1
        return self.handler


def test_it_opens_when_half_of_five_calls_failed_whoever_made_them() -> None:
    heard = Heard()
    assert heard.hear(stats(START_MS, completed=2, failed=2), START_MS).state == "closed"
    handler = heard.hear(stats(START_MS, failed=1, worker="w-2"), START_MS)
    assert handler.state == "open"
    assert handler.health(START_MS, RULES).retry_at_ms == START_MS + OPEN_MS


def test_failures_that_no_retry_would_mend_are_shown_and_do_not_open_it() -> None:
    heard = Heard()
    handler = heard.hear(stats(START_MS, failed=9, not_retryable=9), START_MS)
    health = handler.health(START_MS, RULES)
    assert (health.state, health.calls, health.failures) == ("closed", 9, 9)


def test_it_opens_when_half_of_the_calls_failed_in_a_way_that_a_retry_might_mend() -> None:
    heard = Heard()
    assert heard.hear(stats(START_MS, failed=9, not_retryable=5), START_MS).state == "closed"
    assert heard.hear(stats(START_MS, failed=1, worker="w-2"), START_MS).state == "open"


def test_half_open_closes_after_a_call_whose_payload_was_refused() -> None:
    heard = Heard()
    handler = heard.hear(stats(START_MS, failed=5), START_MS)
    handler.judge(START_MS + OPEN_MS, RULES)
    probe_ms = START_MS + OPEN_MS + 1_000
    assert heard.hear(stats(probe_ms, failed=1, not_retryable=1), probe_ms).state == "closed"


def test_failures_that_left_the_window_do_not_count() -> None:
    heard = Heard()
    heard.hear(stats(START_MS, failed=4), START_MS)
    later = START_MS + WINDOW_MS + 2_000
    handler = heard.hear(stats(later, failed=1), later)
    assert handler.state == "closed"
    assert handler.health(later, RULES).calls == 1


@pytest.mark.parametrize(("failed", "expected"), [(0, "closed"), (1, "open")])
def test_half_open_closes_after_a_good_call_and_opens_again_after_a_bad_one(
    failed: int, expected: str
) -> None:
    heard = Heard()
    handler = heard.hear(stats(START_MS, failed=5), START_MS)
    assert handler.judge(START_MS + OPEN_MS, RULES)
    assert handler.state == "half_open"
    probe_ms = START_MS + OPEN_MS + 1_000
    assert heard.hear(stats(probe_ms, completed=1 - failed, failed=failed), probe_ms).state == expected


def test_a_probe_counts_that_stands_in_a_record_which_began_before_it() -> None:
    heard = Heard()
    handler = heard.hear(stats(START_MS, failed=5), START_MS)
    handler.judge(START_MS + OPEN_MS, RULES)
    assert heard.hear(stats(START_MS + OPEN_MS - 900, completed=1), START_MS + OPEN_MS).state == "closed"


def test_a_worker_whose_clock_is_ahead_does_not_keep_the_breaker_open() -> None:
    heard = Heard()
    handler = heard.hear(stats(START_MS + 300_000, failed=5), START_MS)
    assert handler.state == "open"
    handler.judge(START_MS + OPEN_MS, RULES)
    probe_ms = START_MS + OPEN_MS + 1_000
    assert heard.hear(stats(probe_ms, completed=1, worker="w-2"), probe_ms).state == "closed"
    handler.judge(START_MS + WINDOW_MS + 2_000, RULES)
    assert handler.health(START_MS + WINDOW_MS + 2_000, RULES).failures == 0


def test_a_scheduler_that_is_gone_and_was_ahead_has_no_backlog_either() -> None:
    heard = Heard()
    handler = heard.hear(backlog(START_MS + 300_000, waiting=60), START_MS)
    assert handler.health(START_MS, RULES).backlog == 60
    handler.judge(START_MS + 11_000, RULES)
    assert handler.health(START_MS + 11_000, RULES).backlog == 0


def test_figures_are_merged_over_workers_and_seconds() -> None:
    heard = Heard()
    heard.hear(stats(START_MS, completed=3), START_MS)
    handler = heard.hear(stats(START_MS + 1_000, completed=1, worker="w-2"), START_MS + 1_000)
    health = handler.health(START_MS + 1_000, RULES)
    assert (health.calls, health.failures) == (4, 0)
    assert (health.mean_duration_ms, health.p95_duration_ms) == (10.0, 16.0)


def test_a_record_that_is_read_again_after_a_restart_does_not_count_twice() -> None:
    handler = verdict.new("reports.daily")
    for offset in (7, 8, 7, 8):
        handler.hear(stats(START_MS, completed=1), offset, START_MS, RULES)
    assert handler.health(START_MS, RULES).calls == 2


def test_what_is_stored_comes_back_the_same() -> None:
    heard = Heard()
    heard.hear(backlog(START_MS, 7), START_MS)
    handler = heard.hear(stats(START_MS, completed=3, failed=3), START_MS)
    assert msgspec.json.decode(msgspec.json.encode(handler), type=Handler) == handler


def test_what_was_stored_before_refusals_were_told_is_read() -> None:
    handler = Heard().hear(stats(START_MS, completed=3, failed=3), START_MS)
    stored = msgspec.json.decode(msgspec.json.encode(handler))
    for second in stored["window"]["seconds"].values():
        del second["not_retryable"]
    assert msgspec.json.decode(msgspec.json.encode(stored), type=Handler) == handler


def test_advice_is_what_waits_in_all_schedulers_by_300_s_times_the_mean_duration() -> None:
    heard = Heard()
    heard.hear(stats(START_MS, completed=5), START_MS)
    heard.hear(backlog(START_MS, 20_000, "s-1"), START_MS)
    handler = heard.hear(backlog(START_MS, 40_000, "s-2"), START_MS)
    health = handler.health(START_MS, RULES)
    assert health.backlog == 60_000
    assert health.workers_needed == pytest.approx(60_000 / 300 * 0.010)


def test_a_backlog_without_any_call_still_asks_for_workers() -> None:
    heard = Heard()
    heard.hear(stats(START_MS, completed=5), START_MS)
    later = START_MS + WINDOW_MS + 2_000
    health = heard.hear(backlog(later, 60_000), later).health(later, RULES)
    assert health.calls == 0
    assert health.workers_needed == pytest.approx(2.0)


def test_a_scheduler_that_says_nothing_any_more_has_no_backlog() -> None:
    heard = Heard()
    handler = heard.hear(backlog(START_MS, 60), START_MS)
    assert handler.judge(START_MS + 11_000, RULES)
    assert handler.health(START_MS + 11_000, RULES).backlog == 0
    handler = heard.hear(backlog(START_MS + 12_000, 60), START_MS + 12_000)
    handler = heard.hear(backlog(START_MS + 14_000, 0), START_MS + 14_000)
    assert handler.health(START_MS + 14_000, RULES).workers_needed == 0


def test_a_change_is_told_at_once_and_figures_every_few_seconds_until_they_rest() -> None:
    codec, clock = Codec(), ManualClock(START_MS)
    judge = Judge({}, codec, clock, RULES)
    assert judge.hear(codec.encode(stats(START_MS, completed=1)), 0) is None
    assert [told.calls for told in judge.look()] == [1]
    opened = judge.hear(codec.encode(stats(START_MS, failed=9)), 1)
    assert opened is not None
    assert opened.state == "open"
    clock.advance(TELL_EVERY_MS)
    assert judge.look() == []
    clock.advance(WINDOW_MS)
    assert [(told.state, told.calls) for told in judge.look()] == [("half_open", 0)]
    clock.advance(WINDOW_MS)
    assert judge.look() == []


def test_a_judge_that_starts_with_what_another_remembered_tells_it_again() -> None:
    codec, clock = Codec(), ManualClock(START_MS)
    memory: dict[str, str] = {}
    Judge(memory, codec, clock, RULES).hear(codec.encode(stats(START_MS, failed=9)), 0)
    (told,) = Judge(memory, codec, clock, RULES).look()
    assert (told.state, told.failures) == ("open", 9)


def test_what_cannot_be_read_is_passed_over() -> None:
    assert Judge({}, Codec(), ManualClock(START_MS), RULES).hear(b"nonsense", 0) is None
