"""`tickwheel doctor` on a running stack: it finds nothing where nothing is wrong, and names each thing that is."""

import json
from collections.abc import Callable

import psycopg
import pytest
from tests.e2e.dev import eventually
from tests.integration.api.api import Api
from tests.integration.watching.jobs import made
from typer.testing import CliRunner

from tickwheel.cli.doctor import kafka, tables
from tickwheel.cli.main import app
from tickwheel.embedded.stack import Stack
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.topics import ClusterTopics

Findings = dict[str, tuple[str, str, str]]
"""By check: verdict, what was found, remedy."""


@pytest.fixture
def doctor(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Findings]:
    plan = stack.plan
    monkeypatch.setenv("TICKWHEEL_KAFKA_BOOTSTRAP", stack.endpoints.kafka)
    monkeypatch.setenv("TICKWHEEL_KAFKA_TOPIC_PREFIX", plan.topic_prefix)
    monkeypatch.setenv("TICKWHEEL_KAFKA_PARTITIONS", str(plan.partitions))
    monkeypatch.setenv("TICKWHEEL_KAFKA_MAILBOXES", str(plan.mailboxes))
    monkeypatch.setenv("TICKWHEEL_KAFKA_REPLICATION", "1")
    monkeypatch.setenv("TICKWHEEL_KAFKA_MIN_INSYNC", "1")
    monkeypatch.setenv("TICKWHEEL_POSTGRES_DSN", stack.endpoints.postgres)

    def look(*arguments: str, **settings: str) -> Findings:
        with monkeypatch.context() as there:
            for name, value in settings.items():
                there.setenv(f"TICKWHEEL_{name}", value)
            done = CliRunner().invoke(app, ["doctor", "-o", "json", *arguments])
        found = {
            each["check"]: (each["verdict"], each["found"], each["remedy"])
            for each in json.loads(done.stdout)
        }
        assert done.exit_code == any(verdict == "wrong" for verdict, _, _ in found.values()), done.output
        return found

    return look


def test_finds_nothing_wrong_with_a_stack_that_works(doctor: Callable[..., Findings], api: Api) -> None:
    made(api, handler="noop", now=True)
    found = eventually(lambda: _if_well(doctor("--service", "scheduler")), 60)
    assert found.keys() >= {
        "kafka",
        "layout",
        "topics",
        "copies",
        "rights",
        "schedulers",
        "inbox",
        "quarantine",
    }
    assert found.keys() >= {
        "postgres",
        "tables",
        "projection",
        "clocks",
        "workers",
        "overdue",
        "dead letters",
    }


def test_names_settings_of_another_layout(doctor: Callable[..., Findings], stack: Stack) -> None:
    found = doctor(KAFKA_PARTITIONS="3")
    assert found["layout"][0] == "wrong"
    assert f"set TICKWHEEL_KAFKA_PARTITIONS={stack.plan.partitions}" in found["layout"][2]
    assert found["topics"][0] == "ok", "said once, not of every topic"


def test_tells_what_it_can_while_a_server_is_away(doctor: Callable[..., Findings]) -> None:
    found = doctor(POSTGRES_DSN="postgresql://nobody@127.0.0.1:1/nothing")
    assert found["kafka"][0] == "ok"
    assert found["postgres"][:1] == ("wrong",)
    assert "Cannot connect" in found["postgres"][1]


def test_finds_a_topic_that_is_missing(doctor: Callable[..., Findings], stack: Stack) -> None:
    assert "run `tickwheel topics apply`" in doctor(KAFKA_TOPIC_PREFIX="elsewhere.")["kafka"][1]
    log, names, plan = KafkaLog(stack.endpoints.kafka, "test"), Topics("doctored."), stack.plan
    layout = Layout(partitions=plan.partitions, mailboxes=plan.mailboxes, namespace="default")
    ClusterTopics(log.admin(), names, Cluster(log, names, Codec()), layout).apply()
    log.admin().delete_topics([names.dead_letter])
    found = doctor(KAFKA_TOPIC_PREFIX=names.prefix)
    assert found["topics"] == (
        "wrong", f"{names.dead_letter}: topic is none, not to exist", "run `tickwheel topics apply`"
    )  # fmt: skip
    assert found["schedulers"][1] == "none is running"


def test_finds_tables_that_are_too_old(doctor: Callable[..., Findings], stack: Stack) -> None:
    with psycopg.connect(stack.endpoints.postgres, autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty_one")
    try:
        place, _, _ = stack.endpoints.postgres.rpartition("/")
        found = doctor(POSTGRES_DSN=f"{place}/empty_one")
        assert found["tables"][0] == "wrong"
        assert "0001_jobs.sql" in found["tables"][1]
        assert found["tables"][2] == "run `tickwheel migrate`"
    finally:
        with psycopg.connect(stack.endpoints.postgres, autocommit=True) as connection:
            connection.execute("DROP DATABASE empty_one")


def test_finds_a_scheduler_and_a_projector_that_hang(
    doctor: Callable[..., Findings], api: Api, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kafka, "UNREAD_FOR_S", 1.0)
    monkeypatch.setattr(tables, "BEHIND_FOR_S", 1.0)
    monkeypatch.setattr(tables, "OVERDUE_AFTER_MS", 1_000)
    made(api, handler="noop", interval_ms=1_000)
    members = [*stack.of_kind("scheduler"), *stack.of_kind("projector")]
    unserved_job = made(api, handler="noop", now=True, queue="nobodys")
    stack.of_kind("projector")[0].pause()
    try:
        made(api, handler="noop", now=True)
        late = eventually(lambda: _if_wrong(doctor(), "projection"), 30)
        assert "records behind" in late["projection"][1]
        stack.of_kind("scheduler")[0].pause()
        api.http.post("/jobs", json={"name": api.name(), "handler": "noop", "now": True})
        hung = eventually(lambda: _if_wrong(doctor(), "inbox"), 30)
        assert "wait for a scheduler" in hung["inbox"][1]
        gone = eventually(lambda: _if_wrong(doctor(), "schedulers"), 40)
        assert gone["schedulers"][1] == "none is running"
        assert gone["overdue"][0] == "wrong"
    finally:
        for member in members:
            member.resume()
    unserved = eventually(lambda: _if_wrong(doctor(), "queues"), 40)
    assert "1 in queue nobodys" in unserved["queues"][1]
    assert unserved["handlers"][0] == "look"
    api.http.delete(f"/jobs/{unserved_job}")
    eventually(lambda: doctor()["overdue"][0] == "ok", 60)


def test_finds_a_clock_that_is_ahead(doctor: Callable[..., Findings], stack: Stack) -> None:
    with psycopg.connect(stack.endpoints.postgres, autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE kept AS SELECT * FROM tickwheel.workers LIMIT 1")
        connection.execute(
            """UPDATE kept SET worker_id = 'ahead', instance = 'ahead', queue = 'elsewhere',
               last_seen_at = now() + interval '1 hour', stopped_at = now()"""
        )
        connection.execute("INSERT INTO tickwheel.workers SELECT * FROM kept")
        try:
            found = doctor()
        finally:
            connection.execute("DELETE FROM tickwheel.workers WHERE worker_id = 'ahead'")
    assert found["clocks"][0] == "wrong"
    assert "worker ahead by +359" in found["clocks"][1]


def _if_well(found: Findings) -> Findings:
    return {} if any(verdict == "wrong" for verdict, _, _ in found.values()) else found


def _if_wrong(found: Findings, check: str) -> Findings:
    return found if found.get(check, ("ok",))[0] == "wrong" else {}
