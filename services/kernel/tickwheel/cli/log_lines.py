"""How an entry of the journal is printed: one line for people, or one JSON object for programs."""

import json
from typing import TYPE_CHECKING, Any

import msgspec

from tickwheel.cli.instants import show_instant
from tickwheel.protocol.events.event import ExecutionEvent

if TYPE_CHECKING:
    from tickwheel.scheduler.journal.entry import Entry

LONGEST_VALUE = 60
IN_EVERY_EVENT = frozenset(ExecutionEvent.__struct_fields__)


def as_json(entry: "Entry") -> str:
    fields = msgspec.to_builtins(entry.event)
    head = {"partition": entry.partition, "offset": entry.offset, "type": type(entry.event).__name__}
    return json.dumps({**head, "at": show_instant(entry.event.at_ms), **fields})


def as_text(entry: "Entry") -> str:
    """Time, place, number, job, type; then whose execution, who caused it, and what is particular to the event."""
    event = entry.event
    fields: dict[str, Any] = msgspec.to_builtins(event)
    place = f"{entry.partition}@{entry.offset}"
    words = [
        f"{show_instant(event.at_ms)}  {place:<10} {event.job_id} {event.sequence:>5}  {type(event).__name__:<22}"
    ]
    if isinstance(event, ExecutionEvent):
        words.append(f"execution={event.execution_id} attempt={event.attempt}")
    if event.actor:
        words.append(f"actor={event.actor}")
    own = {
        name: value
        for name, value in fields.items()
        if name not in IN_EVERY_EVENT and value not in ("", 0, ())
    }
    words += [f"{name}={_shown(name, value)}" for name, value in own.items()]
    return " ".join(words).rstrip()


def _shown(name: str, value: Any) -> str:
    if name.endswith("_ms") and isinstance(value, int):
        return show_instant(value)
    if isinstance(value, dict):
        value = value.get("name", value)  # of a definition, its name says enough in a line
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."
