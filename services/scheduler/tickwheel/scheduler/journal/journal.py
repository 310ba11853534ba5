"""The `events` topic of one cluster: replay it, and see a job as it was."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing

from tickwheel.protocol import routing
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.scheduler.journal import moment
from tickwheel.scheduler.journal.entry import Entry, entry_of
from tickwheel.scheduler.journal.filter import Filter
from tickwheel.scheduler.journal.moment import Moment
from tickwheel.scheduler.journal.reader import Reader
from tickwheel.scheduler.journal.span import Cut, Span, Window


class Journal:
    def __init__(self, source: Log, topics: Topics, codec: Codec, partitions: int) -> None:
        self._source = source
        self._topic = topics.events
        self._codec = codec
        self._partitions = partitions

    def replay(self, wanted: Filter, stretch: Span, *, follow: bool = False) -> Generator[Entry, None, None]:
        """The events of a stretch; with `follow` never ends, and gives what comes as it comes."""
        window = Window(self._source, stretch, self._places(wanted.job_id))
        with closing(Reader(self._source, window.starts)) as reader:
            for record in reader.read_to(window.ends):
                if window.admits(record):
                    yield from self._wanted(record, wanted)
                elif window.is_over:
                    return
            while follow:
                for record in reader.follow():
                    yield from self._wanted(record, wanted)

    def state_at(self, job_id: str, at_ms: int | None = None) -> Moment | None:
        """A job and its live executions right after the last event up to that instant; None if it did not exist."""
        end = None if at_ms is None else Cut("time", at_ms + 1)
        return moment.fold(self.replay(Filter(job_id=job_id), Span(end=end)))

    def _places(self, job_id: str) -> Sequence[TopicPartition]:
        """One job lies in one partition: there is no need to read the others."""
        numbers: Sequence[int] = range(self._partitions)
        if job_id:
            numbers = [routing.partition_for(job_id.encode(), self._partitions)]
        return [TopicPartition(self._topic, number) for number in numbers]

    def _wanted(self, record: Record, wanted: Filter) -> Iterator[Entry]:
        if wanted.job_id and record.key != wanted.job_id.encode():
            return  # most are of other jobs: do not decode them
        entry = entry_of(record, self._codec)
        if wanted.matches(entry.event):
            yield entry
