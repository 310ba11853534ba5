"""A handler that fails on one worker is put off on all of them, probed, and let go again: scheduler, workers and stream."""

import os
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.integration.worker.cluster import TestCluster

from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import AttemptDeferred, ExecutionCompleted, ExecutionFailed
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.workers import WorkerHeartbeat
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.worker.sdk.submitter import Submitter

pytestmark = pytest.mark.kafka

OPEN_S = 3


class Fleet:
    def __init__(self, cluster: TestCluster, folder: Path, open_: ExitStack) -> None:
        self.cluster = cluster
        self.folder = folder
        self._open = open_
        self._submitter = Submitter(cluster.log, cluster.kafka)
        open_.callback(self._submitter.close)

    def start(self, name: str, *module: str, **settings: str) -> None:
        kafka = self.cluster.kafka
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("TICKWHEEL_")},
            "TICKWHEEL_KAFKA_BOOTSTRAP": kafka.bootstrap,
            "TICKWHEEL_KAFKA_TOPIC_PREFIX": kafka.topic_prefix,
            "TICKWHEEL_KAFKA_PARTITIONS": str(kafka.partitions),
            "TICKWHEEL_KAFKA_MAILBOXES": str(kafka.mailboxes),
            "TICKWHEEL_KAFKA_REPLICATION": "1",
            "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
            "TICKWHEEL_WORKER_INSTANCE_ID": name,
            "TICKWHEEL_WORKER_LABELS": f"name={name}",
            "TICKWHEEL_WORKER_SLOTS": "10",
            "SHAKY_DIR": str(self.folder),
            "PYTHONPATH": str(Path(__file__).parents[3]),
            **settings,
        }
        process = subprocess.Popen([sys.executable, "-m", *module], env=environment)
        self._open.callback(process.wait)
        self._open.callback(process.kill)

    def run(self, name: str, worker: str) -> str:
        """Run the handler once, on that worker; the id of its job."""
        job = JobDefinition(name=name, handler="shaky", when="now", labels={"name": worker}, max_retries=0)
        job_id = ids.job_id(self._submitter.namespace, name)
        command = CreateJob(
            command_id=RandomIds().uuid(),
            actor="test",
            issued_at_ms=self.cluster.clock.now_ms(),
            definition=job,
            allow_unknown_handler=True,
        )
        self._submitter.send(job_id, 50, command, {}).result(10)
        return job_id

    def verdict(self, state: str, since_ms: int = 0) -> HandlerHealth:
        def reached(seen: Sequence[HandlerHealth]) -> bool:
            return any(each.state == state and each.at_ms >= since_ms for each in seen)

        topic = self.cluster.topics.handler_health
        seen = self.cluster.read(topic, HandlerHealth, reached, partitions=1, timeout_s=200)
        return next(each for each in seen if each.state == state and each.at_ms >= since_ms)

    def event(self, kind: type[Event], job_id: str, timeout_s: float = 200) -> Event:
        seen = self.cluster.read(
            self.cluster.topics.events,
            kind,
            lambda seen: any(each.job_id == job_id for each in seen),
            timeout_s=timeout_s,
        )
        return next(each for each in seen if each.job_id == job_id)

    def hears(self, worker: str, state: int) -> None:
        """Wait until that worker itself has heard of the breaker's state: workers read the verdict a moment after us."""
        topic = self.cluster.topics.workers
        beats = self.cluster.read(
            topic, WorkerHeartbeat, lambda seen: any(_is_of(worker, each) for each in seen), partitions=1
        )
        address = next(each.address for each in beats if _is_of(worker, each))
        deadline = self.cluster.clock.monotonic() + 60
        told = f'tickwheel_breaker_state{{handler="shaky"}} {state}.0'
        while told not in urllib.request.urlopen(f"http://{address}/metrics", timeout=10).read().decode():
            assert self.cluster.clock.monotonic() < deadline, f"{worker} has not heard of it"
            threading.Event().wait(0.01)

    def ran(self, worker: str) -> list[str]:
        lines = (self.folder / "ran").read_text().splitlines()
        return [job for by, _, job in (line.partition(" ") for line in lines) if by == worker]


def _is_of(worker: str, beat: WorkerHeartbeat) -> bool:
    return beat.instance == worker and bool(beat.address)


@pytest.fixture
def fleet(kafka_bootstrap: str, topic_prefix: str, tmp_path: Path) -> Iterator[Fleet]:
    with ExitStack() as open_:
        fleet = Fleet(TestCluster(kafka_bootstrap, topic_prefix), tmp_path, open_)
        fleet.start("scheduler", "tickwheel.scheduler")
        fleet.start("stream", "tickwheel.projector.health", TICKWHEEL_HEALTH_BREAKER_OPEN_S=str(OPEN_S))
        for worker in ("a", "b"):
            fleet.start(worker, "tickwheel.worker", "tests.integration.health.shaky:app")
        yield fleet


def test_failures_on_one_worker_put_the_handler_off_on_the_other_until_a_probe_ends_well(
    fleet: Fleet,
) -> None:
    (fleet.folder / "broken").touch()
    failing = [fleet.run(f"bad-{number}", "a") for number in range(6)]
    opened = fleet.verdict("open")
    assert opened.failures >= 5
    assert fleet.event(ExecutionFailed, failing[0])

    fleet.hears("b", state=2)
    put_off = fleet.run("put-off", "b")
    deferred = fleet.event(AttemptDeferred, put_off)
    assert fleet.ran("b") == []
    (fleet.folder / "broken").unlink()

    completed = fleet.event(ExecutionCompleted, put_off)
    assert completed.at_ms >= opened.retry_at_ms > deferred.at_ms
    closed = fleet.verdict("closed", since_ms=opened.at_ms)
    assert closed.at_ms >= completed.at_ms
    # Alone, the breaker of worker a would stay open for half a minute: it is the cluster's word that closes it.
    fleet.hears("a", state=0)
    assert fleet.event(ExecutionCompleted, fleet.run("good", "a"), timeout_s=25)
    assert fleet.ran("b") == ["put-off"]
