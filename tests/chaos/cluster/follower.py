"""Reads the journal as it grows, beside everything else, and folds it."""

from pathlib import Path

import msgspec
from tests.chaos.checker.journal import Fold
from tests.chaos.cluster.patience import insist

from tickwheel.protocol.events.event import Event
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition

MOST = 10_000
QUIET_S = 0.2


class Follower:
    def __init__(self, bootstrap: str, partitions: int, copy: Path) -> None:
        """`copy` gets every event as a line of JSON, for whoever must explain a finding."""
        topic = Topics("tickwheel.").events
        self.fold = Fold()
        self._copy = copy.open("wb")
        self._codec = Codec()
        self._consumer = KafkaLog(bootstrap, "chaos-follower").consumer(None)
        everything = {TopicPartition(topic, number): BEGINNING for number in range(partitions)}
        insist(lambda: self._consumer.assign(everything))

    def catch_up(self) -> None:
        """Take what is there now."""
        while records := insist(lambda: self._consumer.poll(MOST, QUIET_S)):
            events = [self._codec.decode(record.value or b"", Event) for record in records]
            self._copy.writelines(_line(event) for event in events)
            self.fold.take(events)

    def close(self) -> None:
        self._consumer.close()
        self._copy.close()


def _line(event: Event) -> bytes:
    return msgspec.json.encode({"event": type(event).__name__, **msgspec.structs.asdict(event)}) + b"\n"
