"""The disasters that the operations guide promises to survive, practised: `make drill`."""

import shutil
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

from tickwheel.cli.main import app
from tickwheel.client import Address, Client
from tickwheel.embedded.postgres import EmbeddedPostgres
from tickwheel.embedded.stack import Stack, StackPlan, prepare
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.settings import PostgresGroup

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

JOBS = 30
CLOCK = SystemClock()


def submit(stack: Stack, prefix: str) -> None:
    with Client(Address(stack.endpoints.api, stack.endpoints.admin_token)) as client:
        for number in range(JOBS):
            client.create_job({"name": f"{prefix}-{number}", "handler": "noop", "now": True})


def completed(dsn: str, prefix: str) -> int:
    query = "SELECT count(*) FROM tickwheel.executions WHERE status = 'COMPLETED' AND job_name LIKE %s"
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            row = connection.execute(query, (f"{prefix}-%",)).fetchone()
            return int(row[0]) if row else 0
    except psycopg.Error:
        return 0


def wait_for(what: Callable[[], bool], timeout_s: float = 120.0) -> None:
    deadline_s = CLOCK.monotonic() + timeout_s
    while not what():
        assert CLOCK.monotonic() < deadline_s, "not within the time allowed"


def test_postgres_is_lost_entirely_and_comes_back_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Stack(StackPlan(data_dir=tmp_path / "data", health_streams=0)) as stack:
        dsn = stack.endpoints.postgres
        submit(stack, "before")
        wait_for(lambda: completed(dsn, "before") == JOBS)
        assert stack.postgres is not None
        stack.postgres.stop()
        shutil.rmtree(tmp_path / "data" / "postgres")
        port = int(dsn.rpartition(":")[2].partition("/")[0])
        stack.postgres = EmbeddedPostgres(tmp_path / "data" / "postgres", port=port)
        stack.postgres.start()
        # A new server has a new password: in a deployment that is the new DSN in the settings of every service.
        with psycopg.connect(stack.postgres.dsn, autocommit=True) as connection:
            user, password = dsn.partition("://")[2].partition("@")[0].split(":")
            connection.execute(f"ALTER ROLE {user} PASSWORD '{password}'")
        prepare.tables(PostgresGroup.model_validate({"dsn": dsn}))

        wait_for(lambda: completed(dsn, "before") == JOBS)
        submit(stack, "after")
        wait_for(lambda: completed(dsn, "after") == JOBS)

        monkeypatch.setenv("TICKWHEEL_KAFKA_BOOTSTRAP", stack.endpoints.kafka)
        monkeypatch.setenv("TICKWHEEL_KAFKA_PARTITIONS", str(stack.plan.partitions))
        monkeypatch.setenv("TICKWHEEL_KAFKA_MAILBOXES", str(stack.plan.mailboxes))
        monkeypatch.setenv("TICKWHEEL_KAFKA_REPLICATION", "1")
        monkeypatch.setenv("TICKWHEEL_KAFKA_MIN_INSYNC", "1")
        monkeypatch.setenv("TICKWHEEL_POSTGRES_DSN", dsn)
        verified = CliRunner().invoke(app, ["projection", "verify"])
        assert verified.exit_code == 0, verified.output
        looked = CliRunner().invoke(app, ["doctor"])
        assert "wrong" not in looked.output, looked.output


def test_one_broker_of_three_is_lost_and_work_goes_on(tmp_path: Path) -> None:
    with Stack(StackPlan(data_dir=tmp_path / "data", brokers=3, health_streams=0)) as stack:
        dsn = stack.endpoints.postgres
        submit(stack, "whole")
        wait_for(lambda: completed(dsn, "whole") == JOBS)
        assert stack.kafka is not None
        stack.kafka.brokers[0].kill()
        submit(stack, "maimed")
        wait_for(lambda: completed(dsn, "maimed") == JOBS)
