"""What must be there before a service starts: the topics, the tables, and a token to get in with."""

import pathlib
import secrets

from tickwheel.protocol.topics import Topics
from tickwheel.runtime import postgres
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.postgres.components import present_components
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup
from tickwheel.runtime.topics import ClusterTopics

KEPT_IN = "admin-token"


def topics(kafka: KafkaGroup) -> None:
    source = KafkaLog(kafka.bootstrap, "tickwheel-stack", kafka.connection())
    declared = Topics(kafka.topic_prefix)
    ClusterTopics(source.admin(), declared, Cluster(source, declared, Codec()), Layout.of(kafka)).apply()


def tables(group: PostgresGroup) -> None:
    with postgres.connect(group, "stack") as connection:
        for component in present_components():
            postgres.migrate(connection, component.package, component.schema)


def admin_token(folder: pathlib.Path) -> str:
    """Made at the first start and kept with the data, readable by the owner alone: there is no default secret."""
    path = folder / KEPT_IN
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(f"tw_{secrets.token_urlsafe(32)}\n", "utf-8")
    return path.read_text("utf-8").strip()
