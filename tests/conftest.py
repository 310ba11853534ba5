"""The servers that tests share: one Kafka and one Postgres a run, and names of its own for each test."""

from collections.abc import Iterator

import pytest

from tickwheel.embedded import EmbeddedKafka, EmbeddedPostgres
from tickwheel.runtime.fresh_ids import RandomIds


@pytest.fixture(scope="session")
def kafka_bootstrap() -> Iterator[str]:
    """The address of a real broker. Use `topic_prefix`: the broker is shared by all tests."""
    # A transaction that timed out is aborted within a second, where a stock broker looks every ten.
    properties = {"transaction.abort.timed.out.transaction.cleanup.interval.ms": "500"}
    with EmbeddedKafka(properties=properties) as kafka:
        yield kafka.bootstrap


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[EmbeddedPostgres]:
    with EmbeddedPostgres() as postgres:
        yield postgres


@pytest.fixture(scope="session")
def postgres_dsn(postgres_server: EmbeddedPostgres) -> str:
    """The address of a real Postgres. Use `database`: this one is shared by all tests."""
    return postgres_server.dsn


@pytest.fixture
def database(postgres_server: EmbeddedPostgres) -> Iterator[str]:
    """The address of an empty database that is this test's own."""
    name = f"test_{_unique()}"
    yield postgres_server.create_database(name)
    postgres_server.drop_database(name)


@pytest.fixture
def topic_prefix() -> str:
    """What this test's topics, groups and transactional ids begin with."""
    return f"test-{_unique()}."


def _unique() -> str:
    return RandomIds().uuid().replace("-", "")[:12]
