"""Records that were read and are not decided yet, and what each of them asks the engine."""

import itertools
from collections import deque
from collections.abc import Iterable, Sequence, Set
from typing import cast

import msgspec

from tickwheel.protocol import ids, routing
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.commands.command import Command, JobCommand
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.message import Message
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.routing import LANES
from tickwheel.protocol.signals import DependencyRequested, DependencyWithdrawn, UpstreamCompleted
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.records import Record
from tickwheel.scheduler.engine.inputs import Input, Signal

SIGNALS: tuple[type[Message], ...] = (DependencyRequested, DependencyWithdrawn, UpstreamCompleted)
FORWARDED = "tickwheel-forwarded-from"


class Inbox:
    """Records in lines: what workers report first, then commands by lane. Within a line first in, first out.

    A flood of new jobs must not keep those that ended from being told so, or workers run dry behind it. So each line has
    twice the turns of the next one; a turn that finds its line empty goes to the first line that is not.

        16 reports   8 critical   4 high   2 normal   1 low      of 31 turns, well mixed
    """

    def __init__(self, topics: Topics) -> None:
        lines = [[topics.claims, topics.outcomes, topics.signals], *([topics.commands(n)] for n in LANES)]
        self._lines: list[deque[Record]] = [deque() for _ in lines]
        self._line_of = {topic: self._lines[number] for number, line in enumerate(lines) for topic in line}
        self._turns = itertools.cycle([self._lines[number] for number in _mixed(len(lines))])
        self._kept: Set[int] = frozenset()

    def __len__(self) -> int:
        return sum(map(len, self._lines))

    def add(self, records: Iterable[Record]) -> None:
        """Those of partitions that are kept."""
        line_of, kept = self._line_of, self._kept
        for record in records:
            if record.partition in kept:
                line_of[record.topic].append(record)

    def put_back(self, records: Sequence[Record]) -> None:
        """A batch that aborts puts its records back in front."""
        for record in reversed(records):
            self._line_of[record.topic].appendleft(record)

    def take(self) -> Record | None:
        line = next(self._turns)
        if not line:
            line = next(filter(None, self._lines), line)
        return line.popleft() if line else None

    def clear(self) -> None:
        for line in self._lines:
            line.clear()

    def keep(self, partitions: Set[int]) -> None:
        """Drop what belongs to partitions that are not owned: whoever owns them reads it again."""
        if not self._kept <= partitions:
            for line in self._lines:
                kept = [record for record in line if record.partition in partitions]
                line.clear()
                line.extend(kept)
        self._kept = frozenset(partitions)


def _mixed(lines: int) -> list[int]:
    """Numbers of lines, each twice as often as the next: the one that is owed most goes next."""
    weights = [2 ** (lines - 1 - number) for number in range(lines)]
    owed = [0] * lines
    order = []
    for _ in range(sum(weights)):
        owed = [due + weight for due, weight in zip(owed, weights, strict=True)]
        number = owed.index(max(owed))
        owed[number] -= sum(weights)
        order.append(number)
    return order


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
