"""Three brokers: one may die or freeze and come back alone, and nothing acknowledged is lost."""

from collections.abc import Iterator

import pytest
from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from tickwheel.embedded import EmbeddedKafka

pytestmark = pytest.mark.kafka
TOPIC = "replicated"


@pytest.fixture(scope="module")
def cluster() -> Iterator[EmbeddedKafka]:
    with EmbeddedKafka(broker_count=3, heap_mib=192) as kafka:
        admin = AdminClient({"bootstrap.servers": kafka.bootstrap})
        admin.create_topics([NewTopic(TOPIC, 1, 3)])[TOPIC].result(20)
        yield kafka


def write(cluster: EmbeddedKafka, value: bytes) -> None:
    producer = Producer({"bootstrap.servers": cluster.bootstrap, "enable.idempotence": True})
    producer.produce(TOPIC, value)
    assert producer.flush(30) == 0


def read_all(cluster: EmbeddedKafka) -> list[bytes]:
    consumer = Consumer({"bootstrap.servers": cluster.bootstrap, "group.id": "reader"})
    try:
        _, end = consumer.get_watermark_offsets(TopicPartition(TOPIC, 0), timeout=20)
        consumer.assign([TopicPartition(TOPIC, 0, 0)])
        messages = consumer.consume(end, timeout=20)
        return [message.value() or b"" for message in messages]
    finally:
        consumer.close()


def leader(cluster: EmbeddedKafka) -> int:
    """Which of `cluster.brokers` leads the topic's partition."""
    admin = AdminClient({"bootstrap.servers": cluster.bootstrap})
    return int(admin.list_topics(TOPIC, timeout=20).topics[TOPIC].partitions[0].leader) - 1


def test_loses_nothing_when_the_leader_is_killed_and_takes_it_back(cluster: EmbeddedKafka) -> None:
    write(cluster, b"before")
    victim = cluster.brokers[leader(cluster)]
    victim.kill()
    assert not victim.is_running()
    write(cluster, b"meanwhile")
    victim.start()
    write(cluster, b"after")
    assert read_all(cluster) == [b"before", b"meanwhile", b"after"]


def test_a_frozen_broker_answers_again_when_resumed(cluster: EmbeddedKafka) -> None:
    frozen = cluster.brokers[2]
    admin = AdminClient({"bootstrap.servers": frozen.node.bootstrap})
    frozen.pause()
    with pytest.raises(KafkaException):
        admin.list_topics(timeout=0.5)
    frozen.resume()
    assert TOPIC in admin.list_topics(timeout=20).topics
