"""Names every difference between what the journal gives and what the state records say. Pure."""

from collections.abc import Iterator, Mapping

import msgspec

from tickwheel.scheduler import state_records
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState
from tickwheel.scheduler.journal.stored import State

WORDS: dict[type[State], str] = {JobState: "job", ExecutionState: "execution", CalendarState: "calendar"}


def differences(folded: Mapping[bytes, State], stored: Mapping[bytes, State]) -> Iterator[str]:
    """A sentence each."""
    for key in sorted(folded.keys() | stored.keys()):
        by_journal, by_state = folded.get(key), stored.get(key)
        if by_journal is None and by_state is not None:
            yield f"{_name(key, by_state)} is in the state, but not in the journal"
        elif by_state is None and by_journal is not None:
            yield f"{_name(key, by_journal)} is in the journal, but not in the state"
        elif by_journal is not None and by_state is not None and by_journal != by_state:
            yield from _fields(_name(key, by_journal), by_journal, by_state)


def _fields(name: str, by_journal: State, by_state: State) -> Iterator[str]:
    for field in type(by_journal).__struct_fields__:
        expected, found = getattr(by_journal, field), getattr(by_state, field)
        if expected != found:
            yield f"{name}: the journal gives {field} {_shown(expected)}, the state says {_shown(found)}"


def _name(key: bytes, state: State) -> str:
    subject, execution_id = state_records.ids_of(key)
    return f"{WORDS[type(state)]} {execution_id or subject}"


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
