"""A history as a file: events as JSON, and what must be known after folding them."""

from pathlib import Path
from typing import Any

import msgspec

from tickwheel.protocol.catalogue import EVENTS
from tickwheel.protocol.events.event import Event
from tickwheel.scheduler.engine.fold import Fold
from tickwheel.scheduler.engine.status import status_of

FOLDER = Path(__file__).parent / "histories"
_KINDS = {kind.__name__: kind for kind in EVENTS}
_JOB_FIELDS = (
    "sequence",
    "version",
    "next_due_ms",
    "paused_at_ms",
    "deleted",
    "runs",
    "failures",
    "live",
    "running",
    "dead",
    "last_completed_ms",
)
_EXECUTION_FIELDS = (
    "status",
    "occurrence",
    "origin",
    "attempt",
    "used",
    "not_before_ms",
    "waits_for",
    "recall",
)


class Recorded(msgspec.Struct):
    """One event and its type."""

    type: str
    event: dict[str, Any]


class History(msgspec.Struct):
    """What happened, and what is known after it."""

    about: str
    events: list[Recorded]
    known: dict[str, Any]


def read(path: Path) -> History:
    return msgspec.json.decode(path.read_bytes(), type=History)


def write(name: str, about: str, events: list[Event]) -> None:
    recorded = [Recorded(type(event).__name__, msgspec.to_builtins(event)) for event in events]
    history = History(about, recorded, known_after(fold(events)))
    path = FOLDER / f"{name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(history), indent=1) + b"\n")


def events_of(history: History) -> list[Event]:
    return [msgspec.convert(recorded.event, _KINDS[recorded.type]) for recorded in history.events]


def fold(events: list[Event]) -> Fold:
    folded = Fold()
    for event in events:
        assert folded.apply(event) == ""
    return folded


def known_after(folded: Fold) -> dict[str, Any]:
    """The part of the state that old histories are held to; new fields may join the state later."""
    return {
        "jobs": {
            key: {"status": status_of(job), **{field: getattr(job, field) for field in _JOB_FIELDS}}
            for key, job in sorted(folded.jobs.items())
        },
        "executions": {
            key: {field: getattr(execution, field) for field in _EXECUTION_FIELDS}
            for executions in folded.executions.values()
            for key, execution in sorted(executions.items())
        },
        "calendars": {key: calendar.version for key, calendar in sorted(folded.calendars.items())},
    }
