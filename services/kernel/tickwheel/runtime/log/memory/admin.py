"""The admin port in memory."""

from collections.abc import Mapping, Sequence

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.ports import TopicSpec
from tickwheel.runtime.log.topic import Topic


class MemoryAdmin:
    def __init__(self, broker: MemoryBroker) -> None:
        self._broker = broker

    def create_topics(self, topics: Sequence[TopicSpec]) -> None:
        for topic in topics:
            if topic.name not in self._broker.topics:
                self._broker.create_topic(
                    Topic(topic.name, topic.partitions, topic.replication, dict(topic.config))
                )

    def describe_topics(self, names: Sequence[str]) -> dict[str, Topic]:
        return {name: self._broker.topics[name] for name in names if name in self._broker.topics}

    def list_topics(self) -> list[str]:
        return sorted(self._broker.topics)

    def alter_topic_config(self, name: str, config: Mapping[str, str]) -> None:
        topic = self._broker.topics.get(name)
        if topic is None:
            raise errors.RetriableError(f"topic {name} does not exist; create it first")
        self._broker.topics[name] = Topic(
            topic.name, topic.partitions, topic.replication, topic.config | dict(config)
        )

    def delete_topics(self, names: Sequence[str]) -> None:
        for name in names:
            if name in self._broker.topics:
                self._broker.delete_topic(name)
