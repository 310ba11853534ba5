"""How faust logs in to the brokers: the settings of every other client, in its words."""

import ssl

from faust.auth import Credentials, SASLCredentials, SSLCredentials

from tickwheel.runtime.settings import KafkaGroup


def credentials(kafka: KafkaGroup) -> Credentials | None:
    """None: the brokers ask for nothing."""
    tls = _tls(kafka) if kafka.security_protocol.endswith("ssl") else None
    if kafka.security_protocol.startswith("sasl"):
        return SASLCredentials(
            username=kafka.sasl_username,
            password=kafka.sasl_password.get_secret_value(),
            mechanism=kafka.sasl_mechanism,
            ssl_context=tls,
        )
    return None if tls is None else SSLCredentials(tls)


def _tls(kafka: KafkaGroup) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=None if kafka.tls_ca_path is None else str(kafka.tls_ca_path))
    if kafka.tls_certificate_path is not None:
        password = kafka.tls_key_password.get_secret_value() or None
        context.load_cert_chain(str(kafka.tls_certificate_path), str(kafka.tls_key_path), password)
    return context
