"""Each test of the conformance suite runs on the log in memory and on a real Kafka."""

from collections.abc import Iterator

import pytest
from tests.contract.log.harness import Harness, KafkaBackend, MemoryBackend

BACKENDS = ["memory", pytest.param("kafka", marks=pytest.mark.kafka)]


@pytest.fixture(params=BACKENDS)
def harness(request: pytest.FixtureRequest, topic_prefix: str) -> Iterator[Harness]:
    if request.param == "memory":
        made = Harness(MemoryBackend(), topic_prefix)
    else:
        made = Harness(KafkaBackend(request.getfixturevalue("kafka_bootstrap")), topic_prefix)
    yield made
    made.close()


@pytest.fixture(params=BACKENDS)
def hasty_harness(request: pytest.FixtureRequest, topic_prefix: str) -> Iterator[Harness]:
    """A log that loses patience early: with transactions after 1 s, with a loop that does not poll after 6 s."""
    if request.param == "memory":
        made = Harness(MemoryBackend(transaction_timeout_ms=1_000, max_poll_interval_ms=6_000), topic_prefix)
    else:
        hasty = {"transaction.timeout.ms": 1_000, "message.timeout.ms": 900, "max.poll.interval.ms": 6_000}
        made = Harness(KafkaBackend(request.getfixturevalue("kafka_bootstrap"), **hasty), topic_prefix)
    yield made
    made.close()
