"""The fixtures other tests stand on: a broker that keeps records, a database of one's own."""

import psycopg
import pytest
from confluent_kafka import Consumer, Producer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic


@pytest.mark.kafka
def test_a_record_written_to_the_shared_broker_is_read_back(kafka_bootstrap: str, topic_prefix: str) -> None:
    topic = f"{topic_prefix}greetings"
    admin = AdminClient({"bootstrap.servers": kafka_bootstrap})
    created = admin.create_topics([NewTopic(topic, 1, 1)])
    created[topic].result(10)
    producer = Producer({"bootstrap.servers": kafka_bootstrap, "enable.idempotence": True})
    producer.produce(topic, b"hello")
    assert producer.flush(10) == 0
    consumer = Consumer(
        {"bootstrap.servers": kafka_bootstrap, "group.id": topic_prefix, "auto.offset.reset": "earliest"}
    )
    try:
        consumer.subscribe([topic])
        message = consumer.poll(15)
        assert message is not None
        assert message.value() == b"hello"
    finally:
        consumer.close()


@pytest.mark.postgres
def test_each_test_gets_an_empty_database(database: str, postgres_dsn: str) -> None:
    assert database != postgres_dsn
    with psycopg.connect(database) as connection:
        tables = connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone()
    assert tables == (0,)
