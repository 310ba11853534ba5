"""Every KafkaError becomes the fault that tells the caller what to do."""

import pytest
from confluent_kafka import KafkaError, KafkaException

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka import faults


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (KafkaError(KafkaError._FENCED, fatal=True), errors.FencedError),
        (KafkaError(KafkaError.PRODUCER_FENCED, fatal=True), errors.FencedError),
        (KafkaError(KafkaError.ILLEGAL_GENERATION, txn_requires_abort=True), errors.FencedError),
        (KafkaError(KafkaError.UNKNOWN_MEMBER_ID, txn_requires_abort=True), errors.FencedError),
        (KafkaError(KafkaError._MSG_TIMED_OUT, txn_requires_abort=True), errors.AbortableError),
        (KafkaError(KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER, fatal=True), errors.FatalError),
        (KafkaError(KafkaError._TIMED_OUT, retriable=True), errors.RetriableError),
        (KafkaError(KafkaError._TRANSPORT), errors.RetriableError),
        (KafkaError(KafkaError._DESTROY_BROKER), errors.RetriableError),
        (KafkaError(KafkaError._MAX_POLL_EXCEEDED), errors.RetriableError),
        (KafkaError(KafkaError.OFFSET_NOT_AVAILABLE), errors.RetriableError),
        (KafkaError(KafkaError.UNKNOWN_LEADER_EPOCH), errors.RetriableError),
        (KafkaError(KafkaError.TOPIC_AUTHORIZATION_FAILED), errors.FatalError),
    ],
)
def test_sorts_an_error_by_what_the_caller_must_do(error: KafkaError, kind: type[errors.LogError]) -> None:
    assert type(faults.translate(error, "commit")) is kind


def test_a_time_out_of_a_commit_is_indefinite_even_if_kafka_calls_it_retriable() -> None:
    error = KafkaError(KafkaError._TIMED_OUT, retriable=True)

    fault = faults.translate(error, "commit", indefinite_on_timeout=True)

    assert type(fault) is errors.IndefiniteError


def test_the_message_names_what_was_being_done_and_the_remedy() -> None:
    fault = faults.translate(KafkaError(KafkaError.UNKNOWN_TOPIC_OR_PART), "read records")

    assert "could not read records" in str(fault)
    assert "tickwheel topics apply" in str(fault)


def test_what_kafka_raises_leaves_as_a_fault_of_ours() -> None:
    with pytest.raises(errors.RetriableError), faults.translated("list topics"):
        raise KafkaException(KafkaError(KafkaError._ALL_BROKERS_DOWN))
