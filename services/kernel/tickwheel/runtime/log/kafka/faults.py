"""Sorts every KafkaError into the tree of `errors.py`. The one place that knows Kafka's error codes.

Order matters: a fence is a fence even where librdkafka calls it abortable (a stale generation in `send_offsets`),
because the caller must stop acting, not read its input again.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from confluent_kafka import KafkaError, KafkaException

from tickwheel.runtime.log import errors

FENCED = frozenset(
    {
        KafkaError.PRODUCER_FENCED,
        KafkaError.INVALID_PRODUCER_EPOCH,
        KafkaError.FENCED_INSTANCE_ID,
        KafkaError.ILLEGAL_GENERATION,
        KafkaError.UNKNOWN_MEMBER_ID,
        KafkaError.FENCED_MEMBER_EPOCH,
        KafkaError.STALE_MEMBER_EPOCH,
        KafkaError._FENCED,
        KafkaError._ASSIGNMENT_LOST,
    }
)

TIMED_OUT = frozenset(
    {
        KafkaError._TIMED_OUT,
        KafkaError._MSG_TIMED_OUT,
        KafkaError._TIMED_OUT_QUEUE,
        KafkaError.REQUEST_TIMED_OUT,
    }
)

TRANSIENT = TIMED_OUT | frozenset(
    {
        KafkaError._ALL_BROKERS_DOWN,
        # The client let go of a bootstrap address that it had learnt a broker's name for, with our question on the way.
        KafkaError._DESTROY_BROKER,
        # Out of the group after a long freeze: the next poll joins again.
        KafkaError._MAX_POLL_EXCEEDED,
        KafkaError._QUEUE_FULL,
        KafkaError._RESOLVE,
        KafkaError._RETRY,
        KafkaError._TRANSPORT,
        KafkaError._WAIT_CACHE,
        KafkaError._WAIT_COORD,
        KafkaError.BROKER_NOT_AVAILABLE,
        KafkaError.CONCURRENT_TRANSACTIONS,
        KafkaError.COORDINATOR_LOAD_IN_PROGRESS,
        KafkaError.COORDINATOR_NOT_AVAILABLE,
        KafkaError.FENCED_LEADER_EPOCH,
        KafkaError.KAFKA_STORAGE_ERROR,
        KafkaError.LEADER_NOT_AVAILABLE,
        KafkaError.LISTENER_NOT_FOUND,
        KafkaError.NETWORK_EXCEPTION,
        KafkaError.NOT_CONTROLLER,
        KafkaError.NOT_COORDINATOR,
        KafkaError.NOT_ENOUGH_REPLICAS,
        KafkaError.NOT_LEADER_FOR_PARTITION,
        KafkaError.OFFSET_NOT_AVAILABLE,
        KafkaError.REBALANCE_IN_PROGRESS,
        KafkaError.REPLICA_NOT_AVAILABLE,
        KafkaError.THROTTLING_QUOTA_EXCEEDED,
        KafkaError.UNKNOWN_LEADER_EPOCH,
        KafkaError.UNSTABLE_OFFSET_COMMIT,
    }
)

# Mended by creating what is missing: the client looks again by itself.
MISSING = frozenset(
    {KafkaError.UNKNOWN_TOPIC_OR_PART, KafkaError._UNKNOWN_TOPIC, KafkaError._UNKNOWN_PARTITION}
)

REMEDIES = {
    KafkaError.UNKNOWN_TOPIC_OR_PART: "create the topics with `tickwheel topics apply`",
    KafkaError._UNKNOWN_TOPIC: "create the topics with `tickwheel topics apply`",
    KafkaError._UNKNOWN_PARTITION: "check the partition count with `tickwheel topics verify`, and that this client may describe the topic",
    KafkaError.MSG_SIZE_TOO_LARGE: "send a smaller payload or raise max.message.bytes of the topic",
    KafkaError.TOPIC_AUTHORIZATION_FAILED: "grant this client access to the topic",
    KafkaError.GROUP_AUTHORIZATION_FAILED: "grant this client access to the group",
    KafkaError.TRANSACTIONAL_ID_AUTHORIZATION_FAILED: "grant this client the transactional id",
    KafkaError._ALL_BROKERS_DOWN: "check that the bootstrap servers are up and can be reached",
    KafkaError._TRANSPORT: "check that the bootstrap servers are up and can be reached",
    KafkaError._AUTHENTICATION: "check the SASL or TLS settings of the client",
}


def translate(error: KafkaError, doing: str, *, indefinite_on_timeout: bool = False) -> errors.LogError:
    """The fault of our own tree that tells the caller what to do about this error."""
    return _kind(error, indefinite_on_timeout)(_sentence(error, doing))


@contextmanager
def translated(doing: str, *, indefinite_on_timeout: bool = False) -> Iterator[None]:
    """Whatever Kafka raises inside leaves as one of our own faults. Not for the hot path."""
    try:
        yield
    except KafkaException as e:
        raise from_exception(e, doing, indefinite_on_timeout=indefinite_on_timeout) from e


def from_exception(
    exception: KafkaException, doing: str, *, indefinite_on_timeout: bool = False
) -> errors.LogError:
    return translate(exception.args[0], doing, indefinite_on_timeout=indefinite_on_timeout)


def _kind(error: KafkaError, indefinite_on_timeout: bool) -> type[errors.LogError]:
    code = error.code()
    if code in FENCED:
        return errors.FencedError
    if error.txn_requires_abort():
        return errors.AbortableError
    if error.fatal():
        return errors.FatalError
    if code in TIMED_OUT and indefinite_on_timeout:
        return errors.IndefiniteError
    if error.retriable() or code in TRANSIENT or code in MISSING:
        return errors.RetriableError
    return errors.FatalError


def _sentence(error: KafkaError, doing: str) -> str:
    said = f"Kafka could not {doing}: {error.str()} ({error.name()})"
    remedy = REMEDIES.get(error.code())
    return f"{said}; {remedy}" if remedy else said
