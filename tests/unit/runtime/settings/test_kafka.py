"""The connection properties handed to Kafka clients."""

from pathlib import Path

from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.settings.values import SecretText


def test_plaintext_needs_nothing_but_the_brokers() -> None:
    assert KafkaGroup(bootstrap="one:9092").connection() == {
        "bootstrap.servers": "one:9092",
        "security.protocol": "plaintext",
    }


def test_sasl_over_tls_brings_login_and_authorities() -> None:
    group = KafkaGroup(
        bootstrap="one:9093",
        security_protocol="sasl_ssl",
        sasl_username="me",
        sasl_password=SecretText("hush"),
        tls_ca_path=Path("/ca.pem"),
    )
    assert group.connection() == {
        "bootstrap.servers": "one:9093",
        "security.protocol": "sasl_ssl",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.username": "me",
        "sasl.password": "hush",
        "ssl.ca.location": "/ca.pem",
    }
