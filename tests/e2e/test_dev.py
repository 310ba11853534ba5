"""`tickwheel dev`: the whole system in one command, that keeps what was done and leaves nothing behind."""

import pathlib

import httpx2
import psycopg
import pytest
from tests.e2e.dev import STOP_SECONDS, Dev, are_gone, eventually
from tests.installation import install

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

BROWSER = {"Accept": "text/html"}


def completed(dev: Dev, job: str) -> bool:
    executions = dev.ask("execution", "list", "--job", job)
    return [execution["status"] for execution in executions] == ["COMPLETED"]


def status_by_sql(dev: Dev, job: str) -> str:
    query = (
        "select e.status from tickwheel.executions e join tickwheel.jobs j using (job_id) where j.name = %s"
    )
    with psycopg.connect(dev.endpoints["postgres"]) as connection:
        row = connection.execute(query, [job]).fetchone()
    assert row is not None
    return str(row[0])


def test_runs_a_job_and_knows_it_after_a_restart(tmp_path: pathlib.Path) -> None:
    with Dev(tmp_path) as dev:
        dev.run("job create hello --handler noop --now")
        eventually(lambda: completed(dev, "hello"))
        assert status_by_sql(dev, "hello") == "COMPLETED"
        family = dev.family()
        assert dev.interrupt() == 0
        assert are_gone(family)
        assert not (tmp_path / ".tickwheel" / "endpoints.json").exists()
    with Dev(tmp_path) as again:
        assert completed(again, "hello")
        assert status_by_sql(again, "hello") == "COMPLETED"
        dev.run("job create another --handler noop --now")
        eventually(lambda: completed(again, "another"))
        assert "WRONG" in again.run("log verify")
        assert "equal to the journal" in again.run("projection verify")


def test_kill_9_leaves_nothing_and_the_next_start_goes_on(tmp_path: pathlib.Path) -> None:
    with Dev(tmp_path) as dev:
        dev.run("job create before --handler noop --now")
        eventually(lambda: completed(dev, "before"))
        family = dev.family()
        dev.kill()
        eventually(lambda: are_gone(family), STOP_SECONDS)
    assert len(family) >= 12, "two servers and four services, each with its supervisor"
    with Dev(tmp_path) as again:
        assert completed(again, "before")
        again.run("job create after --handler noop --now")
        eventually(lambda: completed(again, "after"))


def test_brings_back_every_server_and_service_that_is_killed(tmp_path: pathlib.Path) -> None:
    with Dev(tmp_path) as dev:
        servers = [process for process in dev.family() if "supervisor.py" not in " ".join(process.cmdline())]
        named = {what: next(p for p in servers if what in p.name()) for what in ("java", "postgres")}
        for process in named.values():
            process.kill()
        eventually(lambda: "Kafka has died" in dev.said and "Postgres has died" in dev.said)
        eventually(lambda: _runs_after(dev, "hello"), 60)
        assert dev.interrupt() == 0


def _runs_after(dev: Dev, job: str) -> bool:
    try:
        dev.run(f"job create {job} --handler noop --now --key {job}")
        return completed(dev, job)
    except AssertionError:
        return False


def test_the_wheel_in_an_empty_environment_starts_it_too(tmp_path: pathlib.Path) -> None:
    programs = install(tmp_path / "venv", "all")
    with Dev(tmp_path, "--ephemeral", programs=programs) as dev:
        dev.run("job create hello --handler noop --now")
        eventually(lambda: completed(dev, "hello"))
        assert "Dashboard" in dev.said
        assert '<div id="root">' in httpx2.get(f"{dev.endpoints['api']}/jobs", headers=BROWSER).text
        assert dev.interrupt() == 0
