"""What calendars do to a coming due time, in words. They are asked as the scheduler asks them: those that exclude it first, then
those that hold it, one after the other."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.recurrence import Calendar, compile_calendar, covers, ends

CHAINED_HOLDS = 10


def compiled(definitions: Iterable[CalendarDefinition]) -> list[Calendar]:
    return [one for one in map(compile_calendar, definitions) if isinstance(one, Calendar)]


def note(calendars: list[Calendar], instant_ms: int) -> str:
    """Empty where no calendar has a say."""
    excluding = next(_covering(calendars, "exclude", instant_ms), None)
    if excluding is not None:
        return f"skipped: calendar {excluding.name} excludes it"
    until_ms, name = instant_ms, ""
    for _ in range(CHAINED_HOLDS):
        holding = next(_covering(calendars, "hold", until_ms), None)
        if holding is None:
            break
        name, ended_ms = holding.name, ends(holding, until_ms)
        if ended_ms is None:
            return f"held: calendar {name} has no end in sight"
        until_ms = ended_ms
    if not name:
        return ""
    return f"held: calendar {name} lets it run at {datetime.fromtimestamp(until_ms / 1_000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _covering(calendars: list[Calendar], effect: str, instant_ms: int) -> Iterator[Calendar]:
    return (one for one in calendars if one.effect == effect and covers(one, instant_ms))
