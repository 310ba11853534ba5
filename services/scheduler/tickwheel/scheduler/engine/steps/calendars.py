"""Asks the calendars that concern a job: those it names, and those that hold everywhere."""

from collections.abc import Iterator

from tickwheel.protocol.vocabulary import CalendarEffect
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.surroundings import Calendar

_CHAINED_HOLDS = 10
"""Windows that follow each other without a pause are followed this far in one decision."""


def excluding(draft: Draft, instant_ms: int) -> str | None:
    """The name of a calendar that excludes the instant."""
    found = _covering(draft, instant_ms, "exclude")
    return None if found is None else found.definition.name


def hold(draft: Draft, instant_ms: int) -> tuple[int, str] | None:
    """Until when the instant is held, and by which calendar."""
    until_ms, name = instant_ms, ""
    for _ in range(_CHAINED_HOLDS):
        found = _covering(draft, until_ms, "hold")
        if found is None:
            break
        until_ms, name = found.ends(until_ms), found.definition.name
    return (until_ms, name) if until_ms > instant_ms else None


def _covering(draft: Draft, instant_ms: int, effect: CalendarEffect) -> Calendar | None:
    for calendar in _concerning(draft):
        if calendar.definition.effect == effect and calendar.covers(instant_ms):
            return calendar
    return None


def _concerning(draft: Draft) -> Iterator[Calendar]:
    known = draft.around.calendars
    named = draft.definition.calendars
    for name in named:
        if name in known:
            yield known[name]
    for name, calendar in known.items():
        if calendar.definition.everywhere and name not in named:
            yield calendar
