"""Looks at a cluster from outside, for diagnosis alone: who is in a group, what a login may do, which copies lag. No service needs it."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

from confluent_kafka import KafkaError, KafkaException, TopicCollection
from confluent_kafka.admin import AdminClient

from tickwheel.runtime.log.kafka import faults
from tickwheel.runtime.log.kafka.settings import CALL_TIMEOUT_S

FORBIDDEN = (KafkaError.TOPIC_AUTHORIZATION_FAILED, KafkaError.GROUP_AUTHORIZATION_FAILED)


class Members(NamedTuple):
    """Of a consumer group."""

    number: int
    partitions: int
    """Partitions, of any topic, that somebody in it owns."""


class KafkaInspection:
    def __init__(self, client: AdminClient) -> None:
        self._admin = client

    def members(self, group: str) -> Members:
        """None at all in a group that nobody has ever joined."""
        with faults.translated(f"look at the group {group}"):
            asked = self._admin.describe_consumer_groups([group], request_timeout=CALL_TIMEOUT_S)
            found = asked[group].result(CALL_TIMEOUT_S)
        owned = [len(member.assignment.topic_partitions) for member in found.members if member.assignment]
        return Members(len(found.members), sum(owned))

    def short_of_copies(self, prefix: str) -> list[str]:
        """Partitions, as topic[number], some of whose copies are not in sync, or that nobody leads."""
        with faults.translated("list topics"):
            topics = self._admin.list_topics(timeout=CALL_TIMEOUT_S).topics
        return [
            f"{name}[{number}]"
            for name, topic in sorted(topics.items())
            if name.startswith(prefix)
            for number, each in sorted(topic.partitions.items())
            if len(each.isrs) < len(each.replicas) or each.leader < 0
        ]

    def brokers(self) -> int:
        with faults.translated("list brokers"):
            return len(self._admin.list_topics(timeout=CALL_TIMEOUT_S).brokers)

    def allowed_on_topics(self, names: Sequence[str]) -> dict[str, set[str]]:
        """What this login may do with each, as lower-case names of operations; nothing with one that it may not even see."""
        asked = self._admin.describe_topics(
            TopicCollection(list(names)), include_authorized_operations=True, request_timeout=CALL_TIMEOUT_S
        )
        return {name: _operations(future) for name, future in asked.items()}

    def allowed_on_groups(self, names: Sequence[str]) -> dict[str, set[str]]:
        found = {}
        for name in names:  # the client asks of one at a time
            asked = self._admin.describe_consumer_groups(
                [name], include_authorized_operations=True, request_timeout=CALL_TIMEOUT_S
            )
            found[name] = _operations(asked[name])
        return found


def _operations(asked: Future[Any]) -> set[str]:
    try:
        found = asked.result(CALL_TIMEOUT_S).authorized_operations or ()
    except KafkaException as error:
        if error.args[0].code() in FORBIDDEN:
            return set()
        raise faults.from_exception(error, "ask what is allowed") from error
    return {each.name.lower() for each in found}
