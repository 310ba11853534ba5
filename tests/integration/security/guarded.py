"""A broker that speaks TLS only, lets nobody in without a password and nobody near a topic without a right."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trustme
from confluent_kafka.admin import (
    AclBinding,
    AclOperation,
    AclPermissionType,
    AdminClient,
    ResourcePatternType,
    ResourceType,
    ScramCredentialInfo,
    ScramMechanism,
    UserScramCredentialUpsertion,
)
from cryptography.hazmat.primitives import serialization

from tickwheel.embedded import EmbeddedKafka
from tickwheel.protocol.rights import Right
from tickwheel.runtime.settings import KafkaGroup

MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule"
ADMIN = {
    "security_protocol": "sasl_ssl",
    "sasl_mechanism": "PLAIN",
    "sasl_username": "admin",
    "sasl_password": "admins-own",
}
PASSWORD = "each-its-own"
PROPERTIES = {
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-512",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    "listener.name.client.plain.sasl.jaas.config": (
        f'{MODULE} required username="admin" password="admins-own" user_admin="admins-own";'
    ),
    "listener.name.client.scram-sha-512.sasl.jaas.config": (
        "org.apache.kafka.common.security.scram.ScramLoginModule required;"
    ),
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    # The controller's own listener is on loopback and asks for no password.
    "super.users": "User:admin;User:ANONYMOUS",
    "allow.everyone.if.no.acl.found": "false",
}
_KINDS = {
    "topic": ResourceType.TOPIC,
    "group": ResourceType.GROUP,
    "transactional-id": ResourceType.TRANSACTIONAL_ID,
}
_OPERATIONS = {
    "read": AclOperation.READ,
    "write": AclOperation.WRITE,
    "describe": AclOperation.DESCRIBE,
    "create": AclOperation.CREATE,
}


@contextmanager
def guarded_kafka(folder: Path) -> Iterator[KafkaGroup]:
    """The settings of its administrator. Its certificate and the authority that signed it are made in `folder`."""
    authority, keys = _certificates(folder)
    admin = KafkaGroup.model_validate({**ADMIN, "tls_ca_path": authority})
    client = admin.connection()
    del client["bootstrap.servers"]
    encrypted = {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(keys)}
    # The broker calls itself when it starts.
    encrypted |= {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(authority)}
    with EmbeddedKafka(
        properties={**PROPERTIES, **encrypted}, security_protocol="SASL_SSL", client_properties=client
    ) as kafka:
        yield admin.model_copy(update={"bootstrap": kafka.bootstrap})


def _certificates(folder: Path) -> tuple[Path, Path]:
    """PEM files: the authority for clients, and the broker's key with its certificate."""
    authority = trustme.CA()
    authority_path, keys_path = folder / "authority.pem", folder / "broker.pem"
    authority.cert_pem.write_to_path(str(authority_path))
    broker = authority.issue_cert("127.0.0.1")
    key = serialization.load_pem_private_key(broker.private_key_pem.bytes(), None)
    # Java reads keys in this format only.
    readable = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    keys_path.write_bytes(readable + b"".join(pem.bytes() for pem in broker.cert_chain_pems))
    return authority_path, keys_path


class Accounts:
    """Makes users and gives them rights."""

    def __init__(self, kafka: KafkaGroup) -> None:
        self._admin = AdminClient(dict(kafka.connection()))

    def make(self, user: str, rights: list[Right]) -> None:
        credential = ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096)
        upsertion = UserScramCredentialUpsertion(user, credential, PASSWORD.encode())
        for made in self._admin.alter_user_scram_credentials([upsertion]).values():
            made.result(30)
        for given in self._admin.create_acls([_binding(user, right) for right in rights]).values():
            given.result(30)


def login(kafka: KafkaGroup, user: str) -> dict[str, str]:
    """Environment of a service that runs as this user."""
    return {
        "TICKWHEEL_KAFKA_SECURITY_PROTOCOL": kafka.security_protocol,
        "TICKWHEEL_KAFKA_TLS_CA_PATH": str(kafka.tls_ca_path),
        "TICKWHEEL_KAFKA_SASL_MECHANISM": "SCRAM-SHA-512",
        "TICKWHEEL_KAFKA_SASL_USERNAME": user,
        "TICKWHEEL_KAFKA_SASL_PASSWORD": PASSWORD,
    }


def _binding(user: str, right: Right) -> AclBinding:
    pattern = ResourcePatternType.PREFIXED if right.is_prefix else ResourcePatternType.LITERAL
    return AclBinding(
        _KINDS[right.kind],
        right.name,
        pattern,
        f"User:{user}",
        "*",
        _OPERATIONS[right.operation],
        AclPermissionType.ALLOW,
    )
