"""Makes the topics of a cluster what they are declared to be, and tells where they are not. Never deletes one."""

from collections.abc import Iterable

import msgspec

from tickwheel.protocol.cluster import ClusterInitialised
from tickwheel.protocol.routing import LANES
from tickwheel.protocol.topics import HOUR_MS, MAX_MESSAGE_BYTES, Topic, Topics
from tickwheel.runtime.cluster import Cluster, ClusterError, Layout, refuse_mismatch
from tickwheel.runtime.log.ports import Admin, TopicDescription
from tickwheel.runtime.log.topic import Topic as Wanted

DEFAULT_QUEUE = "default"


class Difference(msgspec.Struct, frozen=True):
    """One thing about one topic that is not as declared."""

    topic: str
    what: str
    """`topic`, `partitions`, `replication` or the name of a topic setting."""
    declared: str
    found: str
    remedy: str


class Described(msgspec.Struct, frozen=True):
    """A declared topic as it stands."""

    topic: str
    partitions: int
    """0 if it does not exist."""
    replication: int
    keeps: str
    purpose: str


class Applied(msgspec.Struct, frozen=True):
    cluster: ClusterInitialised
    created: tuple[str, ...]
    altered: tuple[str, ...]


class ClusterTopics:
    def __init__(self, admin: Admin, topics: Topics, cluster: Cluster, layout: Layout) -> None:
        self._admin = admin
        self._topics = topics
        self._cluster = cluster
        self._layout = layout
        self._queues: set[str] = set()

    def apply(self, queues: Iterable[str] = ()) -> Applied:
        """Create what is missing, fix P in the cluster's record, set what can be set. Running it again changes nothing."""
        table = [topic for topic in self._topics.declared() if topic.name == self._topics.cluster]
        created = self._create(table)
        fixed = self._cluster.initialise(self._layout)
        refuse_mismatch(fixed, self._layout)
        declared = self._declared(queues)
        created += self._create(declared)
        return Applied(fixed, tuple(created), tuple(self._set_configs(declared)))

    def verify(self, queues: Iterable[str] = ()) -> list[Difference]:
        """Every difference between what is declared and what is there."""
        wanted = [self._wanted(topic) for topic in self._declared(queues)]
        found = self._admin.describe_topics([topic.name for topic in wanted])
        return [difference for topic in wanted for difference in _differences(topic, found.get(topic.name))]

    def describe(self, queues: Iterable[str] = ()) -> list[Described]:
        declared = self._declared(queues)
        found = self._admin.describe_topics([topic.name for topic in declared])
        return [_described(topic, found.get(topic.name)) for topic in declared]

    def check(self) -> ClusterInitialised:
        """What a service does at its start: refuse to run on a cluster of another shape."""
        fixed = self._cluster.check(self._layout)
        for difference in self.verify():
            if difference.what in ("topic", "partitions"):
                raise ClusterError(
                    f"{difference.topic}: expected {difference.what} {difference.declared}, found {difference.found}: {difference.remedy}"
                )
        return fixed

    def ensure_queue(self, queue: str) -> None:
        """Mailboxes for a queue that may be new. Cheap when it is not."""
        if queue not in self._queues:
            self._create(self._topics.of_queue(queue))
            self._queues.add(queue)

    def queues(self) -> list[str]:
        """The queues that have mailboxes."""
        start = f"{self._topics.prefix}executions."
        names = [name.removeprefix(start) for name in self._admin.list_topics() if name.startswith(start)]
        return sorted({queue for name in names for queue, _, lane in [name.rpartition(".")] if lane in LANES})

    def _declared(self, queues: Iterable[str]) -> list[Topic]:
        return self._topics.declared(tuple(dict.fromkeys([DEFAULT_QUEUE, *self.queues(), *queues])))

    def _create(self, declared: list[Topic]) -> list[str]:
        there = set(self._admin.list_topics())
        missing = [self._wanted(topic) for topic in declared if topic.name not in there]
        self._admin.create_topics(missing)
        return [topic.name for topic in missing]

    def _set_configs(self, declared: list[Topic]) -> list[str]:
        found = self._admin.describe_topics([topic.name for topic in declared])
        altered = []
        for wanted in map(self._wanted, declared):
            if changes := dict(wanted.config.items() - found[wanted.name].config.items()):
                self._admin.alter_topic_config(wanted.name, changes)
                altered.append(wanted.name)
        return altered

    def _wanted(self, topic: Topic) -> Wanted:
        counts = {"job": self._layout.partitions, "mailbox": self._layout.mailboxes, "single": 1}
        config = {
            **topic.config,
            "min.insync.replicas": str(self._layout.min_insync),
            "message.timestamp.type": "CreateTime",
            "max.message.bytes": str(MAX_MESSAGE_BYTES),
        }
        return Wanted(topic.name, counts[topic.partitioning], self._layout.replication, config)


def _differences(wanted: Wanted, found: TopicDescription | None) -> Iterable[Difference]:
    if found is None:
        yield Difference(wanted.name, "topic", "to exist", "none", "run `tickwheel topics apply`")
        return
    if found.partitions != wanted.partitions:
        yield Difference(
            wanted.name,
            "partitions",
            str(wanted.partitions),
            str(found.partitions),
            "the number cannot be changed: take another TICKWHEEL_KAFKA_TOPIC_PREFIX for a new cluster",
        )
    if found.replication != wanted.replication:
        yield Difference(
            wanted.name,
            "replication",
            str(wanted.replication),
            str(found.replication),
            "move the replicas with kafka-reassign-partitions, or set TICKWHEEL_KAFKA_REPLICATION",
        )
    for key, value in sorted(wanted.config.items()):
        if found.config.get(key) != value:
            yield Difference(
                wanted.name, key, value, found.config.get(key, "not set"), "run `tickwheel topics apply`"
            )


def _described(topic: Topic, found: TopicDescription | None) -> Described:
    return Described(
        topic.name,
        found.partitions if found else 0,
        found.replication if found else 0,
        keeps(topic),
        topic.purpose,
    )


def keeps(topic: Topic) -> str:
    """For how long, in words."""
    if topic.config["cleanup.policy"] == "compact":
        return "the latest of each key"
    hours = int(topic.config["retention.ms"]) / HOUR_MS
    if hours < 0:
        return "for ever"
    count, unit = (hours / 24, "day") if hours >= 24 else (hours, "hour")
    return f"{count:g} {unit}" + ("" if count == 1 else "s")
