"""Durations as people write them: 30 (seconds), "30s", "1h30m", "PT1H30M", timedelta."""

import re
from datetime import timedelta

from tickwheel.runtime.fault import Fault

Duration = float | str | timedelta

_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)", re.IGNORECASE)
_ISO = re.compile(
    r"P(?:(?P<w>\d+)W)?(?:(?P<d>\d+)D)?(?:T(?:(?P<h>\d+)H)?(?:(?P<m>\d+)M)?(?:(?P<s>\d+(?:\.\d+)?)S)?)?$",
    re.IGNORECASE,
)


class DurationError(Fault):
    """A duration that cannot be read."""


def milliseconds(duration: Duration) -> int:
    if isinstance(duration, timedelta):
        return _positive(duration.total_seconds() * 1_000, duration)
    if isinstance(duration, int | float):
        return _positive(duration * 1_000, duration)
    text = duration.strip()
    parts = _iso_parts(text) if text[:1] in "Pp" and text else _plain_parts(text)
    if not parts:
        raise DurationError(
            f'{duration!r} is no duration: write "30s", "1h30m", "PT1H30M" or a number of seconds'
        )
    return _positive(sum(float(number) * _UNITS_MS[unit] for number, unit in parts), duration)


def _plain_parts(text: str) -> list[tuple[str, str]]:
    if _PART.sub("", text).strip():
        return []
    return [(number, unit.lower()) for number, unit in _PART.findall(text)]


def _iso_parts(text: str) -> list[tuple[str, str]]:
    found = _ISO.match(text)
    return [(number, unit) for unit, number in found.groupdict().items() if number] if found else []


def _positive(ms: float, duration: Duration) -> int:
    if ms < 0:
        raise DurationError(f"{duration!r} is negative: a duration is not")
    return round(ms)
