"""What the `state` topic says of one partition: the last record of each key, still encoded."""

from tickwheel.runtime.log.records import Record
from tickwheel.scheduler import state_records
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState

State = JobState | ExecutionState | CalendarState


class Stored:
    def __init__(self) -> None:
        self._records: dict[str, dict[bytes, bytes]] = {}
        """By the id of the job or calendar, then by key."""

    def take(self, record: Record) -> str:
        """Returns the id of the job or calendar it is about; empty for the owner's record."""
        key = record.key or b""
        if key == state_records.OWNER_KEY:
            return ""
        subject, _ = state_records.ids_of(key)
        if record.value is not None:
            self._records.setdefault(subject, {})[key] = record.value
        elif subject in self._records:
            self._records[subject].pop(key, None)
            if not self._records[subject]:
                del self._records[subject]
        return subject

    def subjects(self) -> set[str]:
        return set(self._records)

    def encoded(self, subject: str) -> dict[bytes, bytes]:
        return self._records.get(subject, {})

    def of(self, subject: str) -> dict[bytes, State]:
        return {key: decode(key, value) for key, value in self.encoded(subject).items()}


def decode(key: bytes, value: bytes) -> State:
    if state_records.is_calendar(key):
        return state_records.decode_calendar(value)
    _, execution_id = state_records.ids_of(key)
    return state_records.decode_execution(value) if execution_id else state_records.decode_job(value)
