"""Finds the cluster that a command is about: by the settings, or the one that `tickwheel dev` runs here."""

import os
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from tickwheel.protocol.cluster import ClusterInitialised
    from tickwheel.protocol.topics import Topics
    from tickwheel.runtime.codec import Codec
    from tickwheel.runtime.log.kafka import KafkaLog
    from tickwheel.runtime.settings import KafkaGroup
    from tickwheel.runtime.settings.services import Settings

S = TypeVar("S", bound="Settings")


class OpenCluster(NamedTuple):
    log: "KafkaLog"
    topics: "Topics"
    codec: "Codec"
    fixed: "ClusterInitialised"

    @property
    def partitions(self) -> int:
        return self.fixed.partitions

    @property
    def namespace(self) -> str:
        return self.fixed.namespace


def open_cluster(client_id: str) -> OpenCluster:
    """What was fixed when the cluster was initialised comes from its own record, not from the settings."""
    from tickwheel.protocol.topics import Topics
    from tickwheel.runtime.cluster import Cluster
    from tickwheel.runtime.codec import Codec
    from tickwheel.runtime.log.kafka import KafkaLog

    kafka = _kafka()
    log = KafkaLog(kafka.bootstrap, client_id, kafka.connection())
    topics, codec = Topics(kafka.topic_prefix), Codec()
    fixed = Cluster(log, topics, codec).require()
    return OpenCluster(log, topics, codec, fixed)


def running_here() -> dict[str, str] | None:
    """The stack that `tickwheel dev` runs here, unless the settings name a Kafka."""
    from tickwheel.client.address import find_endpoints
    from tickwheel.runtime.settings import TopicsSettings, load

    return None if "bootstrap" in load(TopicsSettings).kafka.model_fields_set else find_endpoints()


def settings_here(kind: type[S]) -> S:
    """The settings of a service; with the addresses of the stack that `tickwheel dev` runs here, if they name neither a Kafka nor
    a Postgres."""
    from tickwheel.runtime.settings import load

    here = running_here()
    if here is None or _names_postgres():
        return load(kind)
    addresses = {"TICKWHEEL_KAFKA_BOOTSTRAP": here["kafka"], "TICKWHEEL_POSTGRES_DSN": here["postgres"]}
    return load(kind, {**os.environ, **addresses})


def _names_postgres() -> bool:
    from tickwheel.runtime.settings import MigrateSettings, SettingsError, load

    try:
        load(MigrateSettings)
    except SettingsError:
        return False
    return True


def _kafka() -> "KafkaGroup":
    from tickwheel.runtime.settings import TopicsSettings, load

    kafka, here = load(TopicsSettings).kafka, running_here()
    return kafka if here is None else kafka.model_copy(update={"bootstrap": here["kafka"]})
