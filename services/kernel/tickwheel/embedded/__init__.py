"""A real Kafka and a real Postgres on this machine, without Docker: for `tickwheel dev` and for tests."""

from tickwheel.embedded.errors import EmbeddedError
from tickwheel.embedded.kafka import EmbeddedKafka
from tickwheel.embedded.postgres import EmbeddedPostgres

__all__ = ["EmbeddedError", "EmbeddedKafka", "EmbeddedPostgres"]
