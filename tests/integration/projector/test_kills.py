"""Projector and Postgres are killed again and again under load; afterwards the tables are equal to the journal."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.histories import History
from tests.journals import Journal, wait_for_rows

from tickwheel.embedded import EmbeddedPostgres
from tickwheel.projector.operate import Operator
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup, ProjectorSettings

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

ROUNDS = 4
JOBS_A_ROUND = 150


@pytest.fixture
def mortal_postgres(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    """With a disk of its own and default durability: what was committed must outlive it."""
    with EmbeddedPostgres(tmp_path / "postgres") as server:
        yield server


def start_projector(settings: ProjectorSettings) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "TICKWHEEL_KAFKA_BOOTSTRAP": settings.kafka.bootstrap,
        "TICKWHEEL_KAFKA_TOPIC_PREFIX": settings.kafka.topic_prefix,
        "TICKWHEEL_POSTGRES_DSN": settings.postgres.dsn.get_secret_value(),
        "TICKWHEEL_PROJECTOR_BATCH_MAX_EVENTS": "100",
    }
    return subprocess.Popen([sys.executable, "-m", "tickwheel.projector"], env=environment)


def write_jobs(journal: Journal, numbers: range) -> None:
    for number in numbers:
        history = History(f"job-{number}").created()
        history.ran()
        journal.write(history.events)


def test_nothing_is_lost_or_applied_twice_when_projector_and_postgres_are_killed(
    journal: Journal, kafka_bootstrap: str, topic_prefix: str, mortal_postgres: EmbeddedPostgres
) -> None:
    dsn = mortal_postgres.dsn
    settings = ProjectorSettings(
        kafka=KafkaGroup(bootstrap=kafka_bootstrap, topic_prefix=topic_prefix),
        postgres=PostgresGroup.model_validate({"dsn": dsn}),
    )
    projector = start_projector(settings)
    try:
        for number in range(ROUNDS):
            write_jobs(journal, range(number * JOBS_A_ROUND, (number + 1) * JOBS_A_ROUND))
            if number % 2 == 0:
                projector.kill()
                projector.wait()
                projector = start_projector(settings)
            elif mortal_postgres.pid is not None:
                os.kill(mortal_postgres.pid, signal.SIGKILL)
                mortal_postgres.stop()
                mortal_postgres.start()
        completed = "SELECT count(*) FROM tickwheel.executions WHERE status = 'COMPLETED'"
        wait_for_rows(dsn, completed, ROUNDS * JOBS_A_ROUND, timeout_s=120)
        assert Operator(settings).verify(lambda done, whole: None) == []
    finally:
        projector.terminate()
        projector.wait(30)
