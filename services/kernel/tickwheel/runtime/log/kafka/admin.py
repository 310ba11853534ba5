"""The admin port over confluent-kafka. Every call returns when its effect can be seen by other clients."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from confluent_kafka import KafkaError, KafkaException, TopicPartition
from confluent_kafka.admin import (
    AdminClient,
    AlterConfigOpType,
    ConfigEntry,
    ConfigResource,
    NewTopic,
    OffsetSpec,
    ResourceType,
    TopicMetadata,
)

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka import faults
from tickwheel.runtime.log.kafka.settings import CALL_TIMEOUT_S
from tickwheel.runtime.log.ports import TopicSpec
from tickwheel.runtime.log.topic import Topic


class KafkaAdmin:
    def __init__(self, client: AdminClient, clock: Clock) -> None:
        self._admin = client
        self._clock = clock

    def create_topics(self, topics: Sequence[TopicSpec]) -> None:
        if not topics:
            return
        wanted = [NewTopic(t.name, t.partitions, t.replication, config=dict(t.config)) for t in topics]
        _wait(self._admin.create_topics(wanted), "create topic", KafkaError.TOPIC_ALREADY_EXISTS)
        names = [t.name for t in topics]
        self._await(lambda: self._answer(names), f"the new topics {', '.join(names)} can be used")

    def describe_topics(self, names: Sequence[str]) -> dict[str, Topic]:
        known = self._known()
        shapes = {name: known[name].partitions for name in names if name in known and known[name].partitions}
        configs = self._configs(list(shapes))
        return {
            name: Topic(name, len(partitions), len(partitions[0].replicas), configs[name])
            for name, partitions in shapes.items()
        }

    def list_topics(self) -> list[str]:
        return sorted(self._known())

    def alter_topic_config(self, name: str, config: Mapping[str, str]) -> None:
        changes = [
            ConfigEntry(key, value, incremental_operation=AlterConfigOpType.SET)
            for key, value in config.items()
        ]
        resource = ConfigResource(ResourceType.TOPIC, name, incremental_configs=changes)
        _wait(self._admin.incremental_alter_configs([resource]), "alter topic")
        self._await(lambda: config.items() <= self._configs([name])[name].items(), f"changes of {name} show")

    def delete_topics(self, names: Sequence[str]) -> None:
        if not names:
            return
        _wait(self._admin.delete_topics(list(names)), "delete topic", KafkaError.UNKNOWN_TOPIC_OR_PART)
        self._await(lambda: not set(names) & set(self.list_topics()), f"topics {sorted(names)} are gone")

    def _known(self) -> dict[str, TopicMetadata]:
        with faults.translated("list topics"):
            return self._admin.list_topics(timeout=CALL_TIMEOUT_S).topics

    def _answer(self, names: Sequence[str]) -> bool:
        """A topic is listed a moment before the leaders of its partitions answer for it."""
        known = self._known()
        if not set(names) <= set(known):
            return False
        asked = {
            TopicPartition(n, p): OffsetSpec.for_timestamp(0) for n in names for p in known[n].partitions
        }
        try:
            _wait(self._admin.list_offsets(asked), "look up an offset of")
        except errors.RetriableError:
            return False
        return True

    def _configs(self, names: Sequence[str]) -> dict[str, dict[str, str]]:
        if not names:
            return {}
        asked = [ConfigResource(ResourceType.TOPIC, name) for name in names]
        found = _wait(self._admin.describe_configs(asked), "describe topic")
        return {
            resource.name: {key: entry.value for key, entry in entries.items() if entry.value is not None}
            for resource, entries in found.items()
        }

    def _await(self, happened: Callable[[], bool], what: str) -> None:
        deadline = self._clock.monotonic() + CALL_TIMEOUT_S
        while not happened():
            if self._clock.monotonic() > deadline:
                raise errors.RetriableError(f"waited {CALL_TIMEOUT_S:.0f} s until {what}; call again")
            self._admin.poll(0.02)


def _wait(futures: Mapping[Any, Future[Any]], doing: str, *harmless: int) -> dict[Any, Any]:
    results = {}
    for about, future in futures.items():
        try:
            results[about] = future.result(CALL_TIMEOUT_S)
        except KafkaException as e:
            if e.args[0].code() not in harmless:
                raise faults.from_exception(e, f"{doing} {about}") from e
        except TimeoutError as e:
            raise errors.RetriableError(
                f"Kafka did not {doing} {about} in {CALL_TIMEOUT_S:.0f} s; call again"
            ) from e
    return results
