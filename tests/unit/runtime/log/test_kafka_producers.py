"""A full queue, a call that hangs, and the settings that exactly-once writing rests on."""

import threading
from typing import Any

import pytest
from confluent_kafka import KafkaError, KafkaException

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka import settings, transactional_producer
from tickwheel.runtime.log.kafka.producer import KafkaProducer
from tickwheel.runtime.log.kafka.transactional_producer import KafkaTransactionalProducer
from tickwheel.runtime.log.records import TopicPartition

BASE = settings.client("localhost:9092", "test")


class FullClient:
    """Stands for librdkafka with a full queue; a flush makes room unless the broker is away."""

    def __init__(self, *, broker_is_away: bool = False) -> None:
        self._is_full = True
        self._broker_is_away = broker_is_away
        self.produced = 0

    def produce(self, *_: object) -> None:
        if self._is_full:
            raise BufferError("Local: Queue full")
        self.produced += 1

    def flush(self, timeout: float) -> int:
        self._is_full = self._broker_is_away
        return 1 if self._broker_is_away else 0


class RefusingClient:
    """Tells at once that a record timed out."""

    def produce(self, topic: str, value: Any, key: Any, partition: int, report: Any, *_: Any) -> None:
        class Message:
            topic = staticmethod(lambda: "topic")
            partition = staticmethod(lambda: partition)

        report(KafkaError(KafkaError._MSG_TIMED_OUT), Message())


class HangingClient:
    """Stands for librdkafka where it waits for a coordinator that has left: no time-out ends that."""

    def __init__(self) -> None:
        self.woken = threading.Event()
        self.came_back = threading.Event()
        self.produce = None

    def send_offsets_to_transaction(self, *_: object) -> None:
        self.woken.wait()
        self.came_back.set()

    def purge(self, **_: object) -> None:
        return


class FencedClient(HangingClient):
    def send_offsets_to_transaction(self, *_: object) -> None:
        raise KafkaException(KafkaError(KafkaError.ILLEGAL_GENERATION))


def test_a_full_queue_is_told_to_the_caller_of_a_plain_producer() -> None:
    client: Any = FullClient()

    with pytest.raises(errors.RetriableError, match=r"poll\(\)"):
        KafkaProducer(client).produce("topic", 0, b"k", b"v")


def test_a_record_that_did_not_get_in_is_told_to_who_asks_only_for_failures() -> None:
    client: Any = RefusingClient()
    told: list[errors.LogError] = []

    KafkaProducer(client).produce("topic", 3, b"k", b"v", on_failure=told.append)

    assert [type(error) for error in told] == [errors.IndefiniteError]
    assert "topic[3]" in str(told[0])


def test_a_transaction_larger_than_the_queue_goes_on_when_there_is_room() -> None:
    client: Any = FullClient()

    KafkaTransactionalProducer(client, "writer").produce("topic", 0, b"k", b"v")

    assert client.produced == 1


def test_a_transaction_larger_than_the_queue_must_be_aborted_when_the_broker_is_away() -> None:
    client: Any = FullClient(broker_is_away=True)

    with pytest.raises(errors.AbortableError):
        KafkaTransactionalProducer(client, "writer").produce("topic", 0, b"k", b"v")


def test_offsets_that_hang_leave_the_batch_in_doubt_and_their_thread_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transactional_producer, "TRANSACTION_CALL_TIMEOUT_S", 0.05)
    client: Any = HangingClient()
    producer = KafkaTransactionalProducer(client, "writer")

    with pytest.raises(errors.IndefiniteError, match=r"within 0\.05 s"):
        producer.send_offsets({TopicPartition("input", 0): 1}, None)

    producer.close()
    client.woken.set()
    assert client.came_back.wait(5)


def test_a_fault_in_adding_offsets_is_told_to_who_asked() -> None:
    client: Any = FencedClient()

    with pytest.raises(errors.FencedError):
        KafkaTransactionalProducer(client, "writer").send_offsets({TopicPartition("input", 0): 1}, None)


def test_a_record_is_given_up_before_its_transaction_is() -> None:
    wanted = settings.transactional_producer(BASE, "writer", {})

    assert wanted["message.timeout.ms"] < wanted["transaction.timeout.ms"]
    assert wanted["transaction.timeout.ms"] > settings.TRANSACTION_CALL_TIMEOUT_S * 1_000
    assert wanted["retry.backoff.ms"] <= 5


def test_a_reader_notices_the_end_and_a_member_is_not_bothered_with_it() -> None:
    assert settings.consumer(BASE, None, "read_committed", {})["enable.partition.eof"] is True
    assert settings.consumer(BASE, "group", "read_committed", {})["enable.partition.eof"] is False


def test_three_heartbeats_fit_into_a_session() -> None:
    wanted = settings.consumer(BASE, "group", "read_committed", settings.session(9_000))
    assert (wanted["session.timeout.ms"], wanted["heartbeat.interval.ms"]) == (9_000, 3_000)


@pytest.mark.parametrize(
    "wanted",
    [
        settings.consumer(
            BASE, "group", "read_committed", {"security.protocol": "SASL_SSL", "client.id": "mine"}
        ),
        settings.producer(BASE, {"security.protocol": "SASL_SSL", "client.id": "mine"}),
        settings.transactional_producer(BASE, "w", {"security.protocol": "SASL_SSL", "client.id": "mine"}),
    ],
    ids=["consumer", "producer", "transactional_producer"],
)
def test_settings_of_the_operator_win(wanted: settings.Settings) -> None:
    assert wanted["security.protocol"] == "SASL_SSL"
    assert wanted["client.id"] == "mine"
