"""What the consumer makes of librdkafka's answers that a broker cannot be made to give at will."""

from collections.abc import Callable, Sequence
from typing import Any

import confluent_kafka
import pytest
from confluent_kafka import KafkaError, Message

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka.consumer import KafkaConsumer
from tickwheel.runtime.log.records import TopicPartition


def record(offset: int) -> Message:
    return Message("topic", 0, offset, b"k", b"v", timestamp=(1, 1_700_000_000_000))


def failure(code: int) -> Message:
    return Message("topic", 0, -1001, error=KafkaError(code, "injected"))


class ScriptedClient:
    """Stands for librdkafka: answers each `consume` with the next of its lines, which may act first."""

    def __init__(self, *lines: list[Message] | Callable[["ScriptedClient"], list[Message]]) -> None:
        self._lines = list(lines)
        self.member = "member-1"
        self.on_revoke: Any = None

    def subscribe(self, topics: list[str], on_assign: Any, on_revoke: Any, on_lost: Any) -> None:
        self.on_revoke = on_revoke
        on_assign(self, [confluent_kafka.TopicPartition("topic", 0)])

    def assign(self, partitions: list[confluent_kafka.TopicPartition]) -> None: ...

    def consume(self, num_messages: int, timeout: float) -> list[Message]:
        line = self._lines.pop(0) if self._lines else []
        return line(self) if callable(line) else line

    def memberid(self) -> str | None:
        return self.member

    def consumer_group_metadata(self) -> object:
        return object()


class Told:
    def __init__(self) -> None:
        self.words: list[str] = []

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self.words.append("assigned")

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self.words.append("revoked")

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self.words.append("lost")


def consumer(client: Any, told: Told | None = None) -> KafkaConsumer:
    made = KafkaConsumer(client, "group")
    made.subscribe(["topic"], told or Told())
    return made


def revoking(client: ScriptedClient) -> list[Message]:
    client.on_revoke(client, [confluent_kafka.TopicPartition("topic", 0)])
    return []


def joining_anew(client: ScriptedClient) -> list[Message]:
    client.member = "member-2"
    return revoking(client)


def test_a_record_whose_partition_is_revoked_within_the_same_poll_is_not_given_out() -> None:
    told = Told()

    records = consumer(ScriptedClient([record(0)], revoking), told).poll(10, 1)

    assert records == []
    assert told.words == ["assigned", "revoked"]


def test_records_before_a_fault_come_out_first_and_the_fault_with_the_next_poll() -> None:
    polled = consumer(
        ScriptedClient([record(0)], [record(1), failure(KafkaError.TOPIC_AUTHORIZATION_FAILED)])
    )

    assert [r.offset for r in polled.poll(10, 1)] == [0, 1]
    with pytest.raises(errors.FatalError, match="grant this client access"):
        polled.poll(10, 1)
    assert polled.poll(10, 1) == []


def test_what_the_client_mends_by_itself_is_no_fault() -> None:
    polled = consumer(ScriptedClient([failure(KafkaError._TRANSPORT)], [record(0)]))

    assert [r.offset for r in polled.poll(10, 1)] == [0]


def test_a_revocation_of_a_client_that_left_the_group_is_a_loss() -> None:
    told = Told()

    consumer(ScriptedClient([record(0)], joining_anew), told).poll(10, 1)

    assert told.words == ["assigned", "lost"]


@pytest.mark.parametrize("member", ["", "member-2"], ids=["thrown out", "joined anew"])
def test_a_client_that_lost_its_membership_proves_nothing_until_it_is_assigned_again(member: str) -> None:
    client = ScriptedClient()
    proving = consumer(client)
    assert proving.group_metadata() is not None

    client.member = member

    with pytest.raises(errors.FencedError, match="no member"):
        proving.group_metadata()
