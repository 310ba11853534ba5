"""Every client setting that is not librdkafka's default, with the reason. Clients are made nowhere else from raw settings.

`extra` (SASL, TLS, an operator's own tuning) is laid over these, so it wins.
"""

import logging
from collections.abc import Mapping
from typing import Any

from confluent_kafka import KafkaError

from tickwheel.protocol.rights import READERS_GROUP
from tickwheel.protocol.topics import MAX_MESSAGE_BYTES
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.kafka.noise import OncePerWhile
from tickwheel.runtime.log.ports import Isolation

logger = logging.getLogger("tickwheel.kafka")
logger.addFilter(OncePerWhile(SystemClock()))

TRANSACTION_TIMEOUT_MS = 10_000
"""A dead owner's open transaction hides what was written after it: for this long at most."""

MESSAGE_TIMEOUT_MS = 8_000
"""Below the transaction's time-out, so that a record is given up before the broker gives up the transaction."""

CALL_TIMEOUT_S = 10.0
"""How long a look-up (offsets, watermarks, admin) may take."""

TRANSACTION_CALL_TIMEOUT_S = 5.0
"""How long send_offsets, commit and abort may take each: a hundred times what they take. Longer, and a broker that
comes back would be found later, because a producer in doubt is replaced only then."""

INIT_TIMEOUT_S = 9.0
"""Taking over waits for the transaction that the previous producer left open to be aborted."""

SESSION_TIMEOUT_MS = 6_000

MAX_POLL_INTERVAL_MS = 60_000
"""A member whose loop hangs for this long gives its partitions up, although its process is alive."""

Settings = dict[str, Any]


def log_error(error: KafkaError) -> None:
    """Of no news: librdkafka has written it to its log already, and what it cannot mend by itself fails a call."""
    logger.debug("A Kafka client reported %s: %s", error.name(), error.str())


def client(bootstrap: str, client_id: str) -> Settings:
    return {
        "bootstrap.servers": bootstrap,
        "client.id": client_id,
        "error_cb": log_error,
        "logger": logger,
        "log.connection.close": False,
        # A restarted broker is found again at once, not after up to 10 s of back-off.
        "reconnect.backoff.ms": 50,
        "reconnect.backoff.max.ms": 1_000,
        # Topics are created explicitly: a misspelt one is an error, not a new topic.
        "allow.auto.create.topics": False,
        # New topics and partitions are noticed within seconds.
        "topic.metadata.refresh.interval.ms": 5_000,
        "topic.metadata.refresh.fast.interval.ms": 20,
        "socket.nagle.disable": True,
    }


def session(timeout_ms: int) -> Settings:
    """Silence after which a member of a group loses its partitions; three heartbeats fit into it."""
    return {"session.timeout.ms": timeout_ms, "heartbeat.interval.ms": timeout_ms // 3}


def consumer(base: Settings, group: str | None, isolation: Isolation, extra: Mapping[str, Any]) -> Settings:
    return {
        **base,
        # librdkafka wants a group even of a reader that never joins one, and asks the broker about it.
        "group.id": group if group is not None else READERS_GROUP,
        "isolation.level": isolation,
        "group.protocol": "classic",
        "partition.assignment.strategy": "range",
        **session(SESSION_TIMEOUT_MS),
        "max.poll.interval.ms": MAX_POLL_INTERVAL_MS,
        # Offsets are committed with the work they stand for, never on a timer.
        "enable.auto.commit": False,
        "enable.auto.offset.store": False,
        # A group without offsets reads everything: no acknowledged command is ever lost.
        "auto.offset.reset": "earliest",
        # The broker answers at once when there is anything; this is only how often an idle consumer asks again.
        # Measured on 64 idle partitions: 10 ms cost 11 % of a core in the broker, 100 ms cost 2 %, same latency.
        "fetch.wait.max.ms": 100,
        # A reader must know when it has come to the end, past markers; a member of a group has no use for that.
        "enable.partition.eof": group is None,
        # Prefetch a batch, not 100,000 records a partition: whatever else comes is read after them. And look again at once
        # when there is room.
        "queued.min.messages": 2_000,
        "queued.max.messages.kbytes": 16_384,
        "fetch.queue.backoff.ms": 5,
        "fetch.error.backoff.ms": 50,
        **extra,
    }


def producer(base: Settings, extra: Mapping[str, Any]) -> Settings:
    return {
        **base,
        "enable.idempotence": True,
        "acks": "all",
        "partitioner": "murmur2_random",
        # Every request costs the broker and us more than the records in it: at 1 ms the broker took half as much again.
        "linger.ms": 5,
        "queue.buffering.max.kbytes": 131_072,
        # What the topics take. At librdkafka's default a record that our codec accepts could be refused.
        "message.max.bytes": MAX_MESSAGE_BYTES,
        **extra,
    }


def transactional_producer(base: Settings, transactional_id: str, extra: Mapping[str, Any]) -> Settings:
    return {
        **producer(base, {}),
        "transactional.id": transactional_id,
        "transaction.timeout.ms": TRANSACTION_TIMEOUT_MS,
        "message.timeout.ms": MESSAGE_TIMEOUT_MS,
        # The broker answers CONCURRENT_TRANSACTIONS once after each commit; at the default each transaction would wait 100 ms.
        "retry.backoff.ms": 5,
        "retry.backoff.max.ms": 20,
        # The commit sends what is left at once, so nobody waits for this: it only keeps a long batch together.
        "linger.ms": 100,
        # The commit tells whether the records are in; a report for each would be wasted work.
        "delivery.report.only.error": True,
        **extra,
    }
