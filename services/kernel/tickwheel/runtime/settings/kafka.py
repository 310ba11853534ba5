"""How to reach Kafka, and what of the cluster's layout every process must agree on."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from tickwheel.runtime.settings.group import Group
from tickwheel.runtime.settings.values import SecretText


class KafkaGroup(Group):
    bootstrap: str = Field("127.0.0.1:9092", min_length=1, description="Brokers, as host:port,host:port.")
    topic_prefix: str = Field(
        "tickwheel.",
        pattern=r"^[A-Za-z0-9._-]*$",
        description="Begins the name of every topic, group and transactional id.",
    )
    namespace: str = Field(
        "default",
        min_length=1,
        description="Part of every job id: the same name in another namespace is another job.",
    )
    partitions: int = Field(
        16, ge=1, le=1_024, description="Partitions of jobs. Fixed once the topics are made."
    )
    mailboxes: int = Field(
        16, ge=1, le=1_024, description="Partitions of each execution topic: the most workers of a queue."
    )
    replication: int = Field(3, ge=1, le=7, description="Copies of each topic.")
    min_insync: int = Field(
        2, ge=1, le=7, description="Copies that must have a record before it is acknowledged."
    )
    security_protocol: Literal["plaintext", "ssl", "sasl_plaintext", "sasl_ssl"] = Field(
        "plaintext", description="How brokers are spoken to."
    )
    sasl_mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] = Field(
        "SCRAM-SHA-512", description="How to log in, with a sasl_* protocol."
    )
    sasl_username: str = Field("", description="Who logs in, with a sasl_* protocol.")
    sasl_password: SecretText = Field(SecretText(""), description="The password of sasl_username.")
    tls_ca_path: Path | None = Field(
        None, description="PEM file of the authorities to trust; the system's own if not set."
    )
    tls_certificate_path: Path | None = Field(None, description="PEM file of the client's certificate.")
    tls_key_path: Path | None = Field(None, description="PEM file of the client's key.")
    tls_key_password: SecretText = Field(SecretText(""), description="The password of the client's key.")

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if self.min_insync > self.replication:
            raise ValueError(
                f"min_insync {self.min_insync} is more than replication {self.replication}: lower it"
            )
        if self.security_protocol.startswith("sasl") and not self.sasl_username:
            raise ValueError(
                f"security_protocol {self.security_protocol} needs sasl_username and sasl_password"
            )
        if (self.tls_certificate_path is None) != (self.tls_key_path is None):
            raise ValueError("tls_certificate_path and tls_key_path go together: set both or neither")
        return self

    def connection(self) -> dict[str, str]:
        """What every client needs to reach the brokers, under librdkafka's names."""
        config = {"bootstrap.servers": self.bootstrap, "security.protocol": self.security_protocol}
        if self.security_protocol.startswith("sasl"):
            config["sasl.mechanism"] = self.sasl_mechanism
            config["sasl.username"] = self.sasl_username
            config["sasl.password"] = self.sasl_password.get_secret_value()
        if self.security_protocol.endswith("ssl"):
            config |= self._tls()
        return config

    def _tls(self) -> dict[str, str]:
        candidates = {
            "ssl.ca.location": str(self.tls_ca_path or ""),
            "ssl.certificate.location": str(self.tls_certificate_path or ""),
            "ssl.key.location": str(self.tls_key_path or ""),
            "ssl.key.password": self.tls_key_password.get_secret_value(),
        }
        return {name: value for name, value in candidates.items() if value}
