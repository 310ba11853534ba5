"""The soak's judge: noise is flat, a leak is not, and neither a start nor a spike decides it."""

import random

from tests.soak.page import lines, page
from tests.soak.trend import Allowance, trend_of

NOISE = random.Random(7)
STEADY = [(float(t), 100.0 + NOISE.uniform(-5, 5)) for t in range(300)]


def test_noise_is_flat() -> None:
    trend = trend_of("memory", STEADY, Allowance(2.0))
    assert trend.is_flat
    assert 95 < trend.median < 105


def test_a_leak_is_not_flat() -> None:
    leaking = [(t, value + t * 0.1) for t, value in STEADY]
    trend = trend_of("memory", leaking, Allowance(12.0))
    assert not trend.is_flat
    assert 20 < trend.growth < 25


def test_what_fills_at_the_start_is_no_leak() -> None:
    filling = [(t, min(value, 2 * t)) for t, value in STEADY]
    assert trend_of("memory", filling, Allowance(2.0)).is_flat


def test_a_spike_is_no_leak() -> None:
    spiky = [(t, value + (900 if 200 < t < 220 else 0)) for t, value in STEADY]
    assert trend_of("lag", spiky, Allowance(4.0)).is_flat


def test_a_share_of_the_median_may_be_allowed() -> None:
    growing = [(t, value + t * 0.03) for t, value in STEADY]
    assert not trend_of("memory", growing, Allowance(1.0)).is_flat
    assert trend_of("memory", growing, Allowance(1.0, share=0.1)).is_flat


def test_the_report_names_what_grows() -> None:
    leaking = [(t, value + t * 0.1) for t, value in STEADY]
    trends = [trend_of("memory", leaking, Allowance(1.0)), trend_of("threads", STEADY, Allowance(5.0))]
    assert [line.rpartition(" ")[2] for line in lines(trends)] == ["GROWS", "flat"]
    drawn = page("Soak", trends, {"memory": leaking, "threads": STEADY})
    assert drawn.count("<svg") == 2
    assert drawn.count('class="bad"') == 1
