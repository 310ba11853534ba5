"""Intervals: how they are written, and the schedule that repeats one from an anchor."""

import re
from decimal import Decimal

import msgspec

from tickwheel.recurrence.refusal import Refusal

LONGEST_MS = 100 * 365 * 86_400_000

_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}
_NUMBER = r"(\d{1,12}(?:[.,]\d{1,9})?)"
_ISO = re.compile(
    rf"P(?:{_NUMBER}W)?(?:{_NUMBER}D)?(?:T(?=\d)(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?",
    re.IGNORECASE | re.ASCII,
)
_ISO_UNITS = ("w", "d", "h", "m", "s")
_ISO_CALENDAR = re.compile(r"P\d+[YM]", re.IGNORECASE | re.ASCII)
_PLAIN_PART = re.compile(rf"{_NUMBER}\s*(ms|[smhdw])\s*", re.IGNORECASE | re.ASCII)


class Interval(msgspec.Struct, frozen=True, gc=False):
    """The anchor, and every `every_ms` after it: the grid never drifts, however late an occurrence ran."""

    every_ms: int
    anchor_ms: int

    def next_after(self, after_ms: int) -> int | None:
        if after_ms < self.anchor_ms:
            return self.anchor_ms
        return after_ms + self.every_ms - (after_ms - self.anchor_ms) % self.every_ms


def check_interval(every_ms: int) -> Refusal | None:
    if 0 < every_ms <= LONGEST_MS:
        return None
    return Refusal("interval", f"expected an interval of 1 ms to 100 years, but got {every_ms} ms")


def parse_interval(text: str) -> int | Refusal:
    """Milliseconds of an ISO-8601 duration (PT15M, P1DT12H) or a plain one (90s, 15m, 1d12h, 250ms)."""
    stripped = text.strip()
    if _ISO_CALENDAR.match(stripped):
        return Refusal(
            "interval",
            f"expected a fixed length, but months and years vary: write {text!r} as a cron schedule",
        )
    parts = _iso_parts(stripped) or _plain_parts(stripped)
    if not parts:
        return Refusal("interval", f"expected an interval such as 90s, 15m, 1d12h or PT15M, but got {text!r}")
    total = sum(Decimal(number.replace(",", ".")) * _UNITS_MS[unit] for number, unit in parts)
    every_ms = int(total)
    if every_ms != total:
        return Refusal("interval", f"expected whole milliseconds, but got {text!r}")
    return check_interval(every_ms) or every_ms


def _iso_parts(text: str) -> list[tuple[str, str]]:
    match = _ISO.fullmatch(text)
    if match is None:
        return []
    return [(number, unit) for number, unit in zip(match.groups(), _ISO_UNITS, strict=True) if number]


def _plain_parts(text: str) -> list[tuple[str, str]]:
    """Number and unit pairs, each unit at most once; empty if the text is anything else."""
    parts: list[tuple[str, str]] = []
    position = 0
    while position < len(text):
        match = _PLAIN_PART.match(text, position)
        if match is None:
            return []
        parts.append((match[1], match[2].lower()))
        position = match.end()
    units = [unit for _, unit in parts]
    return parts if len(set(units)) == len(units) else []
