"""Records that were read and are not decided yet, and what each of them asks the engine."""

from collections import deque
from collections.abc import Iterable
from typing import cast

import msgspec

from tickwheel.protocol import ids, routing
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.commands.command import Command, JobCommand
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.message import Message
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.signals import DependencyRequested, DependencyWithdrawn, UpstreamCompleted
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.records import Record
from tickwheel.scheduler.engine.inputs import Input, Signal

SIGNALS: tuple[type[Message], ...] = (DependencyRequested, DependencyWithdrawn, UpstreamCompleted)
FORWARDED = "tickwheel-forwarded-from"


class Inbox:
    """First in, first out; a batch that aborts puts its records back in front."""

    def __init__(self) -> None:
        self._records: deque[Record] = deque()

    def __len__(self) -> int:
        return len(self._records)

    def add(self, records: Iterable[Record]) -> None:
        self._records.extend(records)

    def put_back(self, records: list[Record]) -> None:
        self._records.extendleft(reversed(records))

    def take(self) -> Record | None:
        return self._records.popleft() if self._records else None

    def clear(self) -> None:
        self._records.clear()

    def keep(self, partitions: Iterable[int]) -> None:
        """Drop what belongs to partitions that are not owned: whoever owns them reads it again."""
        kept = set(partitions)
        if any(record.partition not in kept for record in self._records):
            self._records = deque(record for record in self._records if record.partition in kept)


class Subject(msgspec.Struct, frozen=True, gc=False):
    """An input and the job, or calendar, that it is about."""

    id: str
    input: Input


class Reader:
    """Turns a record into an input. Raises DecodeError for what cannot be read."""

    def __init__(self, codec: Codec, topics: Topics, namespace: str) -> None:
        self._codec = codec
        self._namespace = namespace
        self._topics = topics

    def read(self, record: Record) -> Subject:
        value = record.value or b""
        if record.topic == self._topics.outcomes:
            outcome = self._codec.decode(value, AttemptOutcome)
            return Subject(outcome.job_id, outcome)
        if record.topic == self._topics.claims:
            claim = self._codec.decode(value, AttemptClaim)
            return Subject(claim.job_id, claim)
        if record.topic == self._topics.signals:
            signal = cast("Signal", self._codec.decode(value, SIGNALS))
            return Subject(signal.job_id, signal)
        command = self._codec.decode_command(value)
        return Subject(self._subject_of(command), command)

    def _subject_of(self, command: Command) -> str:
        if isinstance(command, CreateJob):
            return ids.job_id(self._namespace, command.definition.name)
        if isinstance(command, JobCommand):
            return ids.resolve_job(self._namespace, command.job)
        if isinstance(command, DefineCalendar):
            return ids.calendar_id(self._namespace, command.definition.name)
        if isinstance(command, DeleteCalendar):
            return ids.calendar_id(self._namespace, command.name)
        raise TypeError(f"no rule tells which job a {type(command).__name__} is about")


def was_forwarded(record: Record) -> bool:
    return any(name == FORWARDED for name, _ in record.headers)


def home_of(subject_id: str, partitions: int) -> int:
    return routing.partition_for(subject_id.encode(), partitions)
