"""Judges whether a series of measurements is flat. Pure.

The slope is Theil and Sen's: the median of the slopes between all pairs of points, which a few outliers cannot move. What
counts is the growth over the whole stretch, against what the measure may grow by chance.
"""

import itertools
import statistics
from collections.abc import Sequence

import msgspec

WARM_UP = 0.25
"""The first part of a run does not count: caches fill, pools open."""
MOST_POINTS = 400


class Allowance(msgspec.Struct, frozen=True):
    """By how much a measure may grow over a run and still be flat."""

    absolute: float
    share: float = 0.0
    """Of its median."""


class Trend(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    median: float
    last: float
    growth: float
    """Over the stretch that counts, by the slope."""
    allowed: float

    @property
    def is_flat(self) -> bool:
        return self.growth <= self.allowed


def trend_of(name: str, points: Sequence[tuple[float, float]], allowance: Allowance) -> Trend:
    """Of (seconds, value), in their order."""
    settled = list(points)[int(len(points) * WARM_UP) :]
    thinned = settled[:: max(1, len(settled) // MOST_POINTS)]
    values = [value for _, value in settled]
    median = statistics.median(values) if values else 0.0
    span_s = settled[-1][0] - settled[0][0] if settled else 0.0
    return Trend(
        name=name,
        median=median,
        last=values[-1] if values else 0.0,
        growth=_slope(thinned) * span_s,
        allowed=max(allowance.absolute, allowance.share * median),
    )


def _slope(points: Sequence[tuple[float, float]]) -> float:
    slopes = [
        (later[1] - earlier[1]) / (later[0] - earlier[0])
        for earlier, later in itertools.combinations(points, 2)
        if later[0] > earlier[0]
    ]
    return statistics.median(slopes) if slopes else 0.0
