"""The stream logs in to brokers that ask for a name and a password."""

import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tickwheel.embedded import ports
from tickwheel.embedded.kafka import EmbeddedKafka
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.topic import Topic
from tickwheel.runtime.settings import KafkaGroup

pytestmark = pytest.mark.kafka

MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule"
ACCOUNTS = f'{MODULE} required username="tickwheel" password="hush" user_tickwheel="hush";'
LOGIN = {
    "security_protocol": "sasl_plaintext",
    "sasl_mechanism": "PLAIN",
    "sasl_username": "tickwheel",
    "sasl_password": "hush",
}


@pytest.fixture(scope="module")
def kafka() -> Iterator[KafkaGroup]:
    """A broker that lets nobody in without a password, itself included."""
    properties = {
        "sasl.enabled.mechanisms": "PLAIN",
        "sasl.mechanism.inter.broker.protocol": "PLAIN",
        "listener.name.client.plain.sasl.jaas.config": ACCOUNTS,
    }
    client = KafkaGroup.model_validate(LOGIN).connection()
    del client["bootstrap.servers"]
    with EmbeddedKafka(
        properties=properties, security_protocol="SASL_PLAINTEXT", client_properties=client
    ) as broker:
        group = KafkaGroup.model_validate(
            {**LOGIN, "bootstrap": broker.bootstrap, "replication": 1, "min_insync": 1}
        )
        topics = Topics(group.topic_prefix)
        names = (topics.handler_stats, topics.handler_health, topics.health_changelog)
        KafkaLog(group.bootstrap, "test", group.connection()).admin().create_topics(
            [Topic(name=name, partitions=1, replication=1, config={}) for name in names]
        )
        yield group


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=5) as answer:
            return int(answer.status) == 200
    except (urllib.error.URLError, OSError):
        return False


def test_it_is_ready_only_after_it_has_logged_in(kafka: KafkaGroup) -> None:
    port = ports.free_ports(1)[0]
    login = {f"TICKWHEEL_KAFKA_{name.upper()}": value for name, value in LOGIN.items()}
    environment = {
        **os.environ,
        **login,
        "TICKWHEEL_KAFKA_BOOTSTRAP": kafka.bootstrap,
        "TICKWHEEL_KAFKA_REPLICATION": "1",
        "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
        "TICKWHEEL_METRICS_PORT": str(port),
    }
    process = subprocess.Popen([sys.executable, "-m", "tickwheel.projector.health"], env=environment)
    try:
        clock = SystemClock()
        deadline = clock.monotonic() + 200
        while not is_ready(port):
            assert process.poll() is None
            assert clock.monotonic() < deadline
            threading.Event().wait(0.1)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
