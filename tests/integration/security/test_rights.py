"""The whole stack on a broker with TLS, passwords and access control, each service with its own rights and no others."""

import json
from collections.abc import Iterator

import psycopg
import pytest
from tests.integration.security.guarded import ADMIN, PASSWORD, Accounts, guarded_kafka, login
from typer.testing import CliRunner

from tickwheel.cli.main import app
from tickwheel.client import Address, Client
from tickwheel.embedded.stack import Stack, StackPlan
from tickwheel.protocol.rights import SERVICES, rights
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.settings import KafkaGroup

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

MEMBERS = {"scheduler": "scheduler-1", "worker": "worker-1", "projector": "projector-1", "api": "api-1"}
MEMBERS |= {"watch": "watch-1", "health": "health-1", "housekeeping": "housekeeping-1"}


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KafkaGroup]:
    with guarded_kafka(tmp_path_factory.mktemp("certificates")) as kafka:
        accounts = Accounts(kafka)
        for service in SERVICES:
            queues = ("default", "system") if service == "scheduler" else ("default",)
            queues = ("system",) if service == "housekeeping" else queues
            accounts.make(service, rights(service, Topics(), queues))
        yield kafka


def test_a_job_runs_and_is_projected_with_every_service_held_to_its_own_rights(kafka: KafkaGroup) -> None:
    plan = StackPlan(
        kafka=kafka.bootstrap,
        kafka_login={**ADMIN, "tls_ca_path": str(kafka.tls_ca_path), "replication": "1", "min_insync": "1"},
        watches=1,
        housekeepers=1,
        own_settings={member: login(kafka, service) for service, member in MEMBERS.items()},
    )
    with Stack(plan) as stack:
        with Client(Address(stack.endpoints.api, stack.endpoints.admin_token)) as client:
            client.create_job({"name": "guarded", "handler": "noop", "now": True})
        assert _completed(stack.endpoints.postgres, "guarded")


def test_a_service_at_a_topic_it_has_no_right_to_fails_with_a_clear_sentence(kafka: KafkaGroup) -> None:
    topic = Topics().events
    api = kafka.model_copy(
        update={"sasl_mechanism": "SCRAM-SHA-512", "sasl_username": "api", "sasl_password": _secret()}
    )
    told: list[LogError | None] = []
    producer = KafkaLog(api.bootstrap, "api", api.connection()).producer()
    producer.produce(
        topic, 0, b"key", b"value", on_delivery=lambda fault, _where, _offset: told.append(fault)
    )
    producer.flush(30.0)
    producer.close()
    assert "Topic authorization failed" in str(told[0])
    assert "grant this client access to the topic" in str(told[0])
    assert topic in str(told[0])


def test_the_doctor_names_the_rights_that_a_login_lacks(
    kafka: KafkaGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TICKWHEEL_KAFKA_BOOTSTRAP", kafka.bootstrap)
    for name, value in login(kafka, "api").items():
        monkeypatch.setenv(name, value)
    assert _rights_found("api")[0] == "ok"
    verdict, found, remedy = _rights_found("scheduler")
    assert verdict == "wrong"
    assert "this login may not " in found
    assert remedy == "grant what `tickwheel topics rights` lists"


def _rights_found(service: str) -> tuple[str, str, str]:
    done = CliRunner().invoke(app, ["doctor", "--service", service, "-o", "json"])
    (rights,) = [each for each in json.loads(done.stdout) if each["check"] == "rights"]
    return rights["verdict"], rights["found"], rights["remedy"]


def _completed(dsn: str, name: str, timeout_s: float = 60.0) -> bool:
    clock = SystemClock()
    deadline_s = clock.monotonic() + timeout_s
    query = "SELECT status FROM tickwheel.executions WHERE job_name = %s"
    with psycopg.connect(dsn, autocommit=True) as connection:
        while clock.monotonic() < deadline_s:
            if connection.execute(query, (name,)).fetchone() == ("COMPLETED",):
                return True
    return False


def _secret() -> object:
    return KafkaGroup.model_validate({"sasl_password": PASSWORD}).sasl_password
