"""The stream logs in to the brokers as every other client does."""

import ssl

from faust.auth import SASLCredentials, SSLCredentials

from tickwheel.projector.health.credentials import credentials
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.settings.values import SecretText


def with_login(protocol: str) -> KafkaGroup:
    return KafkaGroup.model_validate(
        {
            "security_protocol": protocol,
            "sasl_mechanism": "SCRAM-SHA-256",
            "sasl_username": "tickwheel",
            "sasl_password": SecretText("hush"),
        }
    )


def test_plain_brokers_are_asked_for_nothing() -> None:
    assert credentials(KafkaGroup()) is None


def test_a_login_is_passed_on() -> None:
    found = credentials(with_login("sasl_plaintext"))
    assert isinstance(found, SASLCredentials)
    assert (found.username, found.password, found.mechanism.value, found.ssl_context) == (
        "tickwheel",
        "hush",
        "SCRAM-SHA-256",
        None,
    )


def test_tls_checks_the_broker_with_and_without_a_login() -> None:
    with_sasl = credentials(with_login("sasl_ssl"))
    assert isinstance(with_sasl, SASLCredentials)
    assert with_sasl.ssl_context is not None
    assert with_sasl.ssl_context.verify_mode is ssl.CERT_REQUIRED
    without = credentials(KafkaGroup(security_protocol="ssl"))
    assert isinstance(without, SSLCredentials)
    assert without.context.check_hostname
