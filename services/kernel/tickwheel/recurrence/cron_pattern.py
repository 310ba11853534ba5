"""Steps through the wall-clock times that match a cron expression. Knows calendars, but no zones.

croniter's own step takes five times as long, loses the 1st of March on its way to a 31st of February, and gives up
on the Mondays beside such a day (docs/decisions/0002). Where it is right a test holds the two together.
"""

from bisect import bisect_left, bisect_right
from calendar import monthrange
from datetime import date

import msgspec

_DAY_S = 86_400
_EPOCH_ORDINAL = date(1970, 1, 1).toordinal()

LAST_DAY = 0
"""Stands for the last day of a month among its days."""

SEARCH_YEARS = 50
"""How far ahead a match is looked for. The rarest, the fifth weekday of a February, comes within 40 years."""


class NthWeekday(msgspec.Struct, frozen=True, gc=False):
    """The second Friday of the month, and the like. Sunday is 0."""

    weekday: int
    number: int


class LastWeekday(msgspec.Struct, frozen=True, gc=False):
    """The last Friday of the month, and the like."""

    weekday: int


class CronPattern(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a cron expression allows. Times here are wall-clock seconds since 1970-01-01 00:00 on that wall."""

    seconds: tuple[int, ...]
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    """1 to 31 or LAST_DAY."""
    nearest_weekdays: tuple[int, ...]
    """Days, or LAST_DAY, in whose stead the nearest Monday to Friday of the same month matches."""
    months: tuple[int, ...]
    weekdays: tuple[int, ...]
    counted_weekdays: tuple[NthWeekday | LastWeekday, ...]
    """If there are any, only these weekdays count."""
    any_day: bool
    """The day of the month was left open."""
    any_weekday: bool
    """The day of the week was left open."""

    def first_from(self, wall_s: int) -> int | None:
        """The first match at or after a wall-clock time."""
        day, second = divmod(wall_s, _DAY_S)
        found_day = self._day_from(day)
        if found_day == day:
            time = self._time_from(second)
            if time is not None:
                return day * _DAY_S + time
            found_day = self._day_from(day + 1)
        if found_day is None:
            return None
        return found_day * _DAY_S + self.hours[0] * 3600 + self.minutes[0] * 60 + self.seconds[0]

    def matches(self, wall_s: int) -> bool:
        return self.first_from(wall_s) == wall_s

    def _time_from(self, second_of_day: int) -> int | None:
        """The first matching second of the day at or after one."""
        hour, rest = divmod(second_of_day, 3600)
        minute, second = divmod(rest, 60)
        at_hour = bisect_left(self.hours, hour)
        if at_hour == len(self.hours):
            return None
        if self.hours[at_hour] > hour:
            return self.hours[at_hour] * 3600 + self.minutes[0] * 60 + self.seconds[0]
        at_minute = bisect_left(self.minutes, minute)
        if at_minute < len(self.minutes) and self.minutes[at_minute] == minute:
            at_second = bisect_left(self.seconds, second)
            if at_second < len(self.seconds):
                return hour * 3600 + minute * 60 + self.seconds[at_second]
            at_minute += 1
        if at_minute < len(self.minutes):
            return hour * 3600 + self.minutes[at_minute] * 60 + self.seconds[0]
        if at_hour + 1 < len(self.hours):
            return self.hours[at_hour + 1] * 3600 + self.minutes[0] * 60 + self.seconds[0]
        return None

    def _day_from(self, day: int) -> int | None:
        """The first matching day at or after one, in days since 1970."""
        start = date.fromordinal(day + _EPOCH_ORDINAL)
        year, month, least = start.year, start.month, start.day
        last_year = min(year + SEARCH_YEARS, date.max.year)
        while year <= last_year:
            if month in self.months:
                ahead = self._days_of(year, month) >> least
                if ahead:
                    day_of_month = least + (ahead & -ahead).bit_length() - 1
                    return date(year, month, day_of_month).toordinal() - _EPOCH_ORDINAL
            at = bisect_right(self.months, month)
            year, month = (year, self.months[at]) if at < len(self.months) else (year + 1, self.months[0])
            least = 1
        return None

    def _days_of(self, year: int, month: int) -> int:
        """The matching days of a month as a set of bits: bit 1 is the first day."""
        monday_based, length = monthrange(year, month)
        whole = (1 << length + 1) - 2
        if self.any_day and self.any_weekday:
            return whole
        first_weekday = (monday_based + 1) % 7
        days = 0
        if not self.any_day:
            for number in self.days:
                days |= 1 << (number or length)
            for number in self.nearest_weekdays:
                if number <= length:
                    days |= 1 << _nearest_weekday(number or length, first_weekday, length)
        if not self.any_weekday:
            days |= self._weekday_bits(first_weekday, length)
        return days & whole

    def _weekday_bits(self, first_weekday: int, length: int) -> int:
        bits = 0
        if not self.counted_weekdays:
            for weekday in self.weekdays:
                for number in range(1 + (weekday - first_weekday) % 7, length + 1, 7):
                    bits |= 1 << number
        for counted in self.counted_weekdays:
            first = 1 + (counted.weekday - first_weekday) % 7
            if isinstance(counted, LastWeekday):
                bits |= 1 << first + (length - first) // 7 * 7
            else:
                bits |= 1 << first + (counted.number - 1) * 7
        return bits


def _nearest_weekday(day: int, first_weekday: int, length: int) -> int:
    """The Monday to Friday nearest to a day, without leaving its month."""
    weekday = (first_weekday + day - 1) % 7
    if weekday == 6:  # Saturday
        return day - 1 if day > 1 else day + 2
    if weekday == 0:  # Sunday
        return day + 1 if day < length else day - 2
    return day
