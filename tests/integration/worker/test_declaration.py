"""Jobs declared in code, with the test in the scheduler's place: what is sent, and what becomes of each answer."""

import threading

import pytest
from tests.integration.worker.cluster import PARTITIONS, TestCluster

from tickwheel.protocol import ids
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.job import JobUpdated
from tickwheel.protocol.routing import partition_for
from tickwheel.runtime.codec import Codec
from tickwheel.worker import App
from tickwheel.worker.declaration import Declaration, Result, digest, plan
from tickwheel.worker.sdk.submitter import Submitter

pytestmark = pytest.mark.kafka

app = App("test")


@app.job("test.nightly", schedule="0 3 * * *")
def nightly() -> None: ...


@app.job("test.often", every="5m")
def often() -> None: ...


@pytest.fixture
def cluster(kafka_bootstrap: str, topic_prefix: str) -> TestCluster:
    return TestCluster(kafka_bootstrap, topic_prefix)


def declare(cluster: TestCluster, start: str = "first") -> dict[str, Result]:
    declaration = Declaration(
        cluster.log,
        cluster.topics,
        Codec(),
        cluster.clock,
        namespace=cluster.kafka.namespace,
        partitions=PARTITIONS,
        actor="worker:test",
        start=start,
    )
    return declaration.apply(app.declared_jobs())


def test_creates_or_updates_what_is_declared(cluster: TestCluster) -> None:
    results: dict[str, Result] = {}
    thread = threading.Thread(target=lambda: results.update(declare(cluster)))
    thread.start()
    created = cluster.read(cluster.topics.commands("normal"), Command, lambda seen: len(seen) == 2)
    by_digest = {f"declare:first:{digest(job)}:create": job for job in app.declared_jobs()}
    for command in created:
        _publish(cluster, _answer(cluster, command, by_digest[command.command_id]))
    said = cluster.read(cluster.topics.commands("normal"), Command, lambda seen: len(seen) == 3)
    # Of two partitions either may be read first.
    (update,) = [command for command in said if command.command_id.endswith(":update")]
    nightly_job = app.declared_jobs()[0]
    _publish(
        cluster,
        JobUpdated(
            job_id=ids.job_id(cluster.kafka.namespace, nightly_job.name),
            sequence=2,
            at_ms=0,
            job_status="SCHEDULED",
            cause_id=update.command_id,
            definition=nightly_job,
            version=2,
            next_due_ms=0,
            tzdata_version="",
        ),
    )
    thread.join(20)
    assert results == {"test.nightly": "updated", "test.often": "unchanged"}


def test_enqueues_through_kafka(cluster: TestCluster) -> None:
    submitter = Submitter(cluster.log, cluster.kafka)
    app.connect(submitter)
    sent = app.enqueue_sync(often, key="now")
    found = cluster.read(cluster.topics.commands("normal"), Command, lambda seen: len(seen) == 1)
    app.close()
    assert found[0].command_id == sent.command_id == "enqueue:test.often:now"


async def test_enqueues_from_a_loop(cluster: TestCluster) -> None:
    app.connect(Submitter(cluster.log, cluster.kafka))
    sent = await app.enqueue(often, key="later", delay="1h")
    app.close()
    assert sent.job_id == ids.job_id(cluster.kafka.namespace, "test.often:later")


def test_tells_people_the_plan() -> None:
    nightly_line, often_line = plan(app.declared_jobs())
    assert nightly_line.startswith("test.nightly: 0 3 * * * (UTC)")
    assert "every 300000 ms" in often_line


def _answer(cluster: TestCluster, command: Command, job: JobDefinition) -> Event:
    """One job is there already, the other was declared a moment ago by another worker."""
    job_id = ids.job_id(cluster.kafka.namespace, job.name)
    if job.name == "test.nightly":
        return CommandRejected(
            job_id=job_id,
            sequence=1,
            at_ms=0,
            job_status="SCHEDULED",
            cause_id=command.command_id,
            command_type="CreateJob",
            code="conflict",
            field="name",
            message="there",
        )
    return CommandRepeated(
        job_id=job_id,
        sequence=1,
        at_ms=0,
        job_status="SCHEDULED",
        cause_id=command.command_id,
        command_type="CreateJob",
        execution_id="",
        version=1,
    )


def _publish(cluster: TestCluster, event: Event) -> None:
    place = partition_for(event.job_id.encode(), PARTITIONS)
    cluster.send(cluster.topics.events, place, event.job_id, event)
    cluster.flush()
