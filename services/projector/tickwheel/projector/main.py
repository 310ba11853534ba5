"""The composition root of the projector."""

from tickwheel.projector import PACKAGE, SCHEMA
from tickwheel.projector.fold.reports import report_topics
from tickwheel.projector.folded import Folder
from tickwheel.projector.months import make_months_ahead
from tickwheel.projector.service import Projector
from tickwheel.projector.writer import Writer
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import exposition
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka.log import KafkaLog
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.postgres import RETRIABLE, connect, migrate
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import ProjectorSettings
from tickwheel.runtime.settings.group import unique_instance_id

RETRIABLE_FAULTS: tuple[type[Exception], ...] = (RetriableError, *RETRIABLE)
"""What the projector goes on from by itself: a broker or a Postgres that is not there."""


def build(settings: ProjectorSettings, log: Log | None = None, clock: Clock | None = None) -> Projector:
    """The service on its real parts, or on the log and clock that a test gives."""
    topics = Topics(settings.kafka.topic_prefix)
    name = unique_instance_id()
    clock = clock or SystemClock()

    def open_connection() -> Connection:
        connection = connect(settings.postgres, "projector")
        try:
            migrate(connection, PACKAGE, SCHEMA)
            make_months_ahead(connection, SCHEMA, clock)
        except BaseException:
            connection.close()
            raise
        return connection

    return Projector(
        log
        or KafkaLog(
            settings.kafka.bootstrap,
            "tickwheel-projector",
            settings.kafka.connection(),
            session_timeout_ms=settings.projector.session_timeout_ms,
        ),
        [topics.events, *report_topics(topics)],
        f"{settings.kafka.topic_prefix}projector",
        open_connection,
        lambda connection: Writer(connection, SCHEMA, name, topics.events),
        settings.projector,
        clock,
        Folder(Codec(), topics.events),
    )


def main() -> int:
    def watched(settings: ProjectorSettings) -> Projector:
        projector = build(settings)
        exposition.at_each_scrape(projector.freshness.look)
        return projector

    return serve(ProjectorSettings, watched, retriable=RETRIABLE_FAULTS)
