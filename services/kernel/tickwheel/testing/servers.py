"""Pytest fixtures on a real Kafka and a real Postgres: one of each a run, and names of its own for each test.

In a conftest.py: `pytest_plugins = ["tickwheel.testing.servers"]`. Needs tickwheel[all]. With pytest-xdist all
processes of the run use the same two servers.
"""

import contextlib
import os
import pathlib
from collections.abc import Iterator

import psycopg
import psycopg.sql
import pytest

from tickwheel.embedded import EmbeddedKafka, EmbeddedPostgres
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.testing.sharing import shared

# A transaction that timed out is aborted within a second, where a stock broker looks every ten.
TEST_BROKER = {"transaction.abort.timed.out.transaction.cleanup.interval.ms": "500"}


@pytest.fixture(scope="session")
def kafka_bootstrap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real broker. Use `topic_prefix`: the broker is shared by all tests."""
    with shared(_run_folder(tmp_path_factory), "kafka", _kafka) as bootstrap:
        yield bootstrap


@pytest.fixture(scope="session")
def postgres_dsn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real Postgres. Use `database`: this one is shared by all tests."""
    with shared(_run_folder(tmp_path_factory), "postgres", _postgres) as dsn:
        yield dsn


@pytest.fixture
def database(postgres_dsn: str) -> Iterator[str]:
    """The address of an empty database that is this test's own."""
    name = f"test_{_unique()}"
    identifier = psycopg.sql.Identifier(name)
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("create database {}").format(identifier))
    yield postgres_dsn.rpartition("/")[0] + f"/{name}"
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("drop database {} with (force)").format(identifier))


@pytest.fixture
def topic_prefix() -> str:
    """What this test's topics, groups and transactional ids begin with."""
    return f"test-{_unique()}."


@contextlib.contextmanager
def _kafka() -> Iterator[str]:
    with EmbeddedKafka(properties=TEST_BROKER) as kafka:
        yield kafka.bootstrap


@contextlib.contextmanager
def _postgres() -> Iterator[str]:
    with EmbeddedPostgres() as postgres:
        yield postgres.dsn


def _run_folder(factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder that all processes of this run see, and no other run."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def _unique() -> str:
    return RandomIds().uuid().replace("-", "")[:12]
