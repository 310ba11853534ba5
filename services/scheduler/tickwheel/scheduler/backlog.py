"""Tells the cluster how much of each handler waits here for a worker: what the advice on how many workers to run is made of.

Not transactional, and nothing depends on it: a lost record is made up for by the next one.
"""

from tickwheel.protocol.handlers import HandlerBacklog
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.ports import Log, Producer
from tickwheel.scheduler.placement.ready import ReadyQueue

TELL_EVERY_S = 2.0

Line = tuple[str, str]
"""Queue and handler."""


class Backlog:
    def __init__(
        self, source: Log, topics: Topics, codec: Codec, clock: Clock, ready: ReadyQueue, instance_id: str
    ) -> None:
        self._source = source
        self._topic = topics.handler_stats
        self._codec = codec
        self._clock = clock
        self._ready = ready
        self._instance_id = instance_id
        self._producer: Producer | None = None
        self._told: set[Line] = set()
        """What was not empty when it was last told of: its end is told, too."""
        self._told_at_s = clock.monotonic()

    def tell_if_due(self) -> None:
        if self._clock.monotonic() - self._told_at_s < TELL_EVERY_S:
            return
        self._told_at_s = self._clock.monotonic()
        lines = self._lines()
        if lines or self._told:
            self._tell_all(lines)

    def _tell_all(self, lines: dict[Line, int]) -> None:
        if self._producer is None:
            self._producer = self._source.producer()
        for line in sorted(lines.keys() | self._told):
            self._tell(self._producer, line, lines.get(line, 0))
        self._told = set(lines)
        self._producer.poll()

    def close(self) -> None:
        producer, self._producer = self._producer, None
        if producer is not None:
            producer.flush(1.0)
            producer.close()

    def _lines(self) -> dict[Line, int]:
        lines: dict[Line, int] = {}
        for need, waiting in self._ready.depth().items():
            line = need.queue, need.handler
            lines[line] = lines.get(line, 0) + waiting
        return lines

    def _tell(self, producer: Producer, line: Line, waiting: int) -> None:
        queue, handler = line
        told = HandlerBacklog(
            handler=handler,
            queue=queue,
            scheduler=self._instance_id,
            waiting=waiting,
            at_ms=self._clock.now_ms(),
        )
        try:
            producer.produce(self._topic, 0, handler.encode(), self._codec.encode(told))
        except LogError:
            return  # the next one, in two seconds, says the same or better
