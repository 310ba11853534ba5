"""What must be there before a service starts: the topics, the tables, and a token to get in with."""

import contextlib
import pathlib
import secrets

from tickwheel.protocol.topics import Topics
from tickwheel.runtime import postgres
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.postgres.components import present_components
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup
from tickwheel.runtime.topics import ClusterTopics

KEPT_IN = "admin-token"
TRIES = 6
"""A broker on a busy machine takes longer to make topics than a call may wait; making them again does no harm."""


def topics(kafka: KafkaGroup, queues: tuple[str, ...] = ()) -> None:
    source = KafkaLog(kafka.bootstrap, "tickwheel-stack", kafka.connection())
    declared = Topics(kafka.topic_prefix)
    making = ClusterTopics(source.admin(), declared, Cluster(source, declared, Codec()), Layout.of(kafka))
    for _ in range(TRIES - 1):
        with contextlib.suppress(RetriableError):
            making.apply(queues)
            return
    making.apply(queues)


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
