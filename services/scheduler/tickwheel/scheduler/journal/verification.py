"""Proves one partition: its events have no gap and stand where they belong, and folding them gives its state records.

It does so beside running schedulers, whose transactions write both topics. Worked example, with one job and its
events 1 to 5:

    1. the journal is read to its end of now      the fold is at 3
    2. the state is read to its end of now        the record says 4: newer than the fold, so they differ
    3. the journal is read on                     the fold comes to 4: equal, and the suspicion falls; then to 5

So a job is suspect after step 2 if it differs, and guilty only if it equals its record at no event of step 3.
The memory it takes is that of one partition.
"""

from contextlib import ExitStack, closing

import msgspec

from tickwheel.protocol import routing
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition
from tickwheel.scheduler.journal.comparison import differences
from tickwheel.scheduler.journal.entry import Entry, UnreadableEntryError, entry_of
from tickwheel.scheduler.journal.folded import Folded
from tickwheel.scheduler.journal.reader import Reader
from tickwheel.scheduler.journal.stored import Stored
from tickwheel.scheduler.state_records import UnreadableStateError


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in one partition."""

    partition: int
    events: int
    jobs: int
    executions: int
    """Live ones and dead letters."""
    faults: tuple[str, ...]
    """A sentence for everything that is wrong."""


class Verification:
    """One partition, once."""

    def __init__(self, source: Log, topics: Topics, codec: Codec, partition: int, partitions: int) -> None:
        self._source = source
        self._codec = codec
        self._number = partition
        self._partitions = partitions
        self._journal = TopicPartition(topics.events, partition)
        self._state = TopicPartition(topics.state, partition)
        self._folded = Folded()
        self._stored = Stored()
        self._events = 0
        self._faults: list[str] = []

    def run(self) -> Verified:
        with ExitStack() as stack:
            journal = stack.enter_context(closing(Reader(self._source, {self._journal: BEGINNING})))
            state = stack.enter_context(closing(Reader(self._source, {self._state: BEGINNING})))
            for record in journal.read_to(journal.ends()):
                self._fold(record)
            for record in state.read_to(state.ends()):
                self._stored.take(record)
            suspects = self._suspects()
            for record in journal.read_to(journal.ends()) if suspects else ():
                suspects.discard(self._acquitted(self._fold(record), suspects))
        for subject in sorted(suspects):
            self._faults += self._differences(subject)
        return Verified(
            partition=self._number,
            events=self._events,
            jobs=self._folded.jobs,
            executions=self._folded.executions,
            faults=tuple(self._faults),
        )

    def _fold(self, record: Record) -> str:
        """Returns the id of the job or calendar that it is about."""
        self._events += 1
        try:
            entry = entry_of(record, self._codec)
        except UnreadableEntryError as fault:
            self._faults.append(str(fault))
            return ""
        self._check_place(entry, record.key or b"")
        gap = self._folded.apply(entry.event)
        if gap:
            self._faults.append(f"{gap} at {_address(entry)}")
        return entry.event.job_id

    def _check_place(self, entry: Entry, key: bytes) -> None:
        if key != entry.event.job_id.encode():
            self._faults.append(f"{_address(entry)} is about {entry.event.job_id}, but its key is {key!r}")
        elif routing.partition_for(key, self._partitions) != self._number:
            self._faults.append(f"{_address(entry)} is about {entry.event.job_id}, which belongs elsewhere")

    def _suspects(self) -> set[str]:
        every = self._folded.subjects() | self._stored.subjects()
        return {subject for subject in every if not self._is_equal(subject)}

    def _acquitted(self, subject: str, suspects: set[str]) -> str:
        return subject if subject in suspects and self._is_equal(subject) else ""

    def _is_equal(self, subject: str) -> bool:
        try:
            return self._folded.of(subject) == self._stored.of(subject)
        except UnreadableStateError:
            return False

    def _differences(self, subject: str) -> list[str]:
        try:
            return list(differences(self._folded.of(subject), self._stored.of(subject)))
        except UnreadableStateError as fault:
            return [f"{subject}: {fault}"]


def _address(entry: Entry) -> str:
    return f"partition {entry.partition} offset {entry.offset} ({type(entry.event).__name__})"


def verify(source: Log, topics: Topics, codec: Codec, partitions: int) -> list[Verified]:
    """Every partition, one after the other."""
    return [Verification(source, topics, codec, number, partitions).run() for number in range(partitions)]
