"""The record of what was fixed when the cluster was initialised: written once, checked at every start.

It is the first record of the `cluster` topic. Should two processes initialise at the same moment, both write under a
key of their own (so compaction keeps both) and the log decides: the first one counts, for everybody.
"""

import msgspec

from tickwheel.protocol.cluster import ClusterInitialised
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.fresh_ids import FreshIds, RandomIds
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.version import version

WAIT_S = 15.0


class ClusterError(Fault):
    """The cluster is not there yet, or is not the one that the settings mean."""


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What the settings say of the cluster."""

    partitions: int
    mailboxes: int
    namespace: str
    replication: int = 1
    min_insync: int = 1

    @classmethod
    def of(cls, kafka: KafkaGroup) -> "Layout":
        return cls(
            partitions=kafka.partitions,
            mailboxes=kafka.mailboxes,
            namespace=kafka.namespace,
            replication=kafka.replication,
            min_insync=kafka.min_insync,
        )


class Cluster:
    def __init__(
        self,
        log: Log,
        topics: Topics,
        codec: Codec,
        *,
        clock: Clock | None = None,
        ids: FreshIds | None = None,
    ) -> None:
        self._log = log
        self._topics = topics
        self._codec = codec
        self._clock = clock or SystemClock()
        self._ids = ids or RandomIds()

    def read(self) -> ClusterInitialised | None:
        """What was fixed; None if nothing was yet. The topic must exist."""
        place = TopicPartition(self._topics.cluster, 0)
        consumer = self._log.consumer(None)
        try:
            first, end = consumer.watermarks(place)
            if first == end:
                return None
            consumer.assign({place: BEGINNING})
            deadline = self._clock.monotonic() + WAIT_S
            while self._clock.monotonic() < deadline:
                for record in consumer.poll(1, 1.0):
                    return self._codec.decode(record.value or b"", ClusterInitialised)
        finally:
            consumer.close()
        raise RetriableError(f"waited {WAIT_S:.0f} s for the first record of {place.topic}: call again")

    def initialise(self, layout: Layout) -> ClusterInitialised:
        """Fix the layout, unless one is fixed already. Returns the one that counts."""
        return self.read() or self._write(layout)

    def check(self, layout: Layout) -> ClusterInitialised:
        """Refuse to go on unless the settings mean this cluster."""
        fixed = self.require()
        refuse_mismatch(fixed, layout)
        return fixed

    def require(self) -> ClusterInitialised:
        """What was fixed, for tools that work with any layout; refuse to go on if nothing was."""
        exists = self._topics.cluster in self._log.admin().list_topics()
        fixed = self.read() if exists else None
        if fixed is None:
            raise ClusterError(
                f"no cluster has been initialised under the prefix {self._topics.prefix!r}: run `tickwheel topics apply`"
            )
        return fixed

    def _write(self, layout: Layout) -> ClusterInitialised:
        record = ClusterInitialised(
            partitions=layout.partitions,
            mailboxes=layout.mailboxes,
            namespace=layout.namespace,
            initialised_at_ms=self._clock.now_ms(),
            version=version(),
        )
        producer = self._log.producer()
        try:
            producer.produce(self._topics.cluster, 0, self._ids.uuid().encode(), self._codec.encode(record))
            left = producer.flush(WAIT_S)
        finally:
            producer.close()
        if left:
            raise RetriableError(f"{self._topics.cluster} did not take the record within {WAIT_S:.0f} s")
        return self.read() or record


def refuse_mismatch(fixed: ClusterInitialised, layout: Layout) -> None:
    for name in ("partitions", "mailboxes", "namespace"):
        was, wanted = getattr(fixed, name), getattr(layout, name)
        if was != wanted:
            raise ClusterError(
                f"this cluster was initialised with {name}={was}, the settings say {wanted}: "
                f"set TICKWHEEL_KAFKA_{name.upper()}={was}, or take another TICKWHEEL_KAFKA_TOPIC_PREFIX for a new cluster"
            )
