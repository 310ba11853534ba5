"""DefineCalendar and DeleteCalendar, decided by the owner of the calendar's key."""

from tickwheel import recurrence
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted
from tickwheel.scheduler.engine.calendar_draft import CalendarDraft
from tickwheel.scheduler.engine.decision import CalendarEntry
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.validation.values import length
from tickwheel.scheduler.engine.verdict import Verdict

ENTRIES_AT_MOST = 1_000


def define_calendar(draft: CalendarDraft, command: DefineCalendar) -> Verdict:
    definition = command.definition
    refusal = (
        length("name", definition.name, 1, 255) or _check_size(command) or _check_version(draft, command)
    )
    if refusal is not None:
        return refusal
    compiled = recurrence.compile_calendar(definition)
    if isinstance(compiled, recurrence.Refusal):
        return Refusal("invalid", compiled.field, compiled.message)
    draft.record(CalendarDefined(**draft.stamp(), definition=definition, version=draft.version + 1))
    draft.outbox.append(CalendarEntry(definition.name, definition))
    return None


def delete_calendar(draft: CalendarDraft, command: DeleteCalendar) -> Verdict:
    if draft.calendar is None or draft.calendar.definition is None:
        return Refusal(
            "not_found", "name", f"expected to delete calendar {command.name}, but there is no such calendar"
        )
    draft.record(CalendarDeleted(**draft.stamp(), name=command.name))
    draft.outbox.append(CalendarEntry(command.name, None))
    return None


def _check_size(command: DefineCalendar) -> Refusal | None:
    for field in ("days", "windows"):
        count = len(getattr(command.definition, field))
        if count > ENTRIES_AT_MOST:
            return Refusal(
                "invalid", field, f"expected {field} to be at most {ENTRIES_AT_MOST}, but there are {count}"
            )
    return None


def _check_version(draft: CalendarDraft, command: DefineCalendar) -> Refusal | None:
    if command.expected_version in (0, draft.version):
        return None
    return Refusal(
        "version_conflict",
        "expected_version",
        f"expected to define version {command.expected_version} of calendar {command.definition.name} anew, "
        f"but it has version {draft.version}",
    )
