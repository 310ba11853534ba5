"""Asks the calendars that concern a job: those it names, and those that hold everywhere."""

from collections.abc import Iterator

from tickwheel.protocol.vocabulary import CalendarEffect
from tickwheel.recurrence.calendar import Calendar, covers, ends
from tickwheel.scheduler.engine.draft import Draft

CHAINED_HOLDS = 10
"""Windows of several calendars that follow each other are followed this far in one decision."""
LOOK_AGAIN_MS = 86_400_000
"""A hold without a foreseeable end is looked at again after a day."""


def excluding(draft: Draft, instant_ms: int) -> str | None:
    """The name of a calendar that excludes the instant."""
    if not draft.around.calendars:
        return None
    found = _covering(draft, instant_ms, "exclude")
    return None if found is None else found.name


def hold(draft: Draft, instant_ms: int) -> tuple[int, str] | None:
    """Until when the instant is held, and by which calendar."""
    if not draft.around.calendars:
        return None
    until_ms, name = instant_ms, ""
    for _ in range(CHAINED_HOLDS):
        found = _covering(draft, until_ms, "hold")
        if found is None:
            break
        until_ms, name = ends(found, until_ms) or until_ms + LOOK_AGAIN_MS, found.name
    return (until_ms, name) if until_ms > instant_ms else None


def _covering(draft: Draft, instant_ms: int, effect: CalendarEffect) -> Calendar | None:
    for calendar in _concerning(draft):
        if calendar.effect == effect and covers(calendar, instant_ms):
            return calendar
    return None


def _concerning(draft: Draft) -> Iterator[Calendar]:
    known = draft.around.calendars
    named = draft.definition.calendars
    for name in named:
        if name in known:
            yield known[name]
    for name, calendar in known.items():
        if calendar.everywhere and name not in named:
            yield calendar
