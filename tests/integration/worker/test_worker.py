"""A real worker on a real Kafka: claims, starts, outcomes, recalls, drains."""

import threading

import pytest
from tests.integration.worker.cluster import TestCluster

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.control import DrainWorker, RecallAttempt
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.quarantine import QuarantinedRecord
from tickwheel.protocol.workers import HandlerRegistered, WorkerHeartbeat, WorkerStopped
from tickwheel.runtime.lifecycle import ServiceThread
from tickwheel.worker import App, JobContext, NonRetryable
from tickwheel.worker.builtin import demo
from tickwheel.worker.service import Worker

pytestmark = pytest.mark.kafka

app = App("test")


@app.job("test.double")
def double(payload: dict[str, int], context: JobContext) -> dict[str, object]:
    """Doubles a number."""
    return {"twice": 2 * payload["number"], "attempt": context.attempt}


@app.job("test.refuse")
async def refuse() -> None:
    raise NonRetryable("never again; password=hunter2")


@pytest.fixture
def cluster(kafka_bootstrap: str, topic_prefix: str) -> TestCluster:
    return TestCluster(kafka_bootstrap, topic_prefix)


def worker_on(cluster: TestCluster, stop: threading.Event | None = None, **settings: object) -> Worker:
    handlers = [*app.handlers, *demo.handlers()]
    worker = Worker(settings=cluster.settings(**settings), log=cluster.log, handlers=handlers)
    worker.settle(stop or threading.Event(), "127.0.0.1:1")
    return worker


def outcomes(cluster: TestCluster, count: int) -> dict[str, AttemptOutcome]:
    found = cluster.read(cluster.topics.outcomes, AttemptOutcome, lambda seen: len(seen) >= count)
    assert len(found) == count
    return {outcome.job_name: outcome for outcome in found}


def test_claims_runs_and_reports(cluster: TestCluster) -> None:
    with ServiceThread(worker_on(cluster)):
        cluster.dispatch("good", handler="test.double", payload='{"number": 21}')
        cluster.dispatch("bad", handler="test.refuse", priority=95)
        cluster.dispatch("unknown", handler="nobody.knows", mailbox=3)
        cluster.flush()
        ended = outcomes(cluster, 3)
        claims = cluster.read(cluster.topics.claims, AttemptClaim, lambda seen: len(seen) >= 3)
    assert (ended["good"].status, ended["good"].result) == ("completed", '{"twice":42,"attempt":1}')
    assert (ended["bad"].status, ended["bad"].retryable) == ("failed", False)
    assert ended["bad"].error_class == "tickwheel.worker.sdk.errors.NonRetryable"
    assert "hunter2" not in ended["bad"].error_message + ended["bad"].traceback
    assert ended["unknown"].status == "released"
    assert {claim.worker_id for claim in claims} == {outcome.worker_id for outcome in ended.values()}


def test_starts_at_the_instant_and_never_before(cluster: TestCluster) -> None:
    with ServiceThread(worker_on(cluster, slots=100)) as running:
        assert running.health.wait_for("ready", 20)
        for n in range(60):
            cluster.dispatch(f"e{n}", in_ms=1_000 + 10 * n, mailbox=n % 4)
        cluster.flush()
        ended = outcomes(cluster, 60).values()
    lateness = sorted(outcome.started_at_ms - outcome.due_ms for outcome in ended)
    assert lateness[0] >= 0
    assert lateness[30] <= 20


def test_says_who_it_is(cluster: TestCluster) -> None:
    with ServiceThread(worker_on(cluster, labels={"zone": "eu"}, slots=7)):
        beats = cluster.read(
            cluster.topics.workers,
            WorkerHeartbeat,
            lambda seen: bool(seen) and len(seen[-1].mailboxes) == 16,
            partitions=1,
        )
        known = cluster.read(
            cluster.topics.handlers, HandlerRegistered, lambda seen: len(seen) >= 5, partitions=1
        )
    assert (beats[-1].slots, beats[-1].labels, beats[-1].lease_ms) == (7, {"zone": "eu"}, 10_000)
    assert {"test.double", "test.refuse", "noop"} <= set(beats[-1].handlers)
    assert {each.handler: each.kind for each in known}["test.double"] == "thread"


def test_answers_recalls_of_parked_of_running_and_of_unread_attempts(cluster: TestCluster) -> None:
    def recall(name: str) -> None:
        recalled = RecallAttempt(
            job_id="",
            execution_id=f"execution-{name}",
            attempt=1,
            worker_id="",
            reason="cancel",
            stop_running=True,
            sent_at_ms=cluster.clock.now_ms(),
        )
        cluster.send(cluster.topics.control, 0, name, recalled)

    cluster.dispatch("unread", in_ms=60_000)
    recall("unread")
    cluster.flush()
    with ServiceThread(worker_on(cluster)):
        outcomes(cluster, 1)
        cluster.dispatch("parked", in_ms=60_000)
        cluster.dispatch("running", handler="sleep", payload='{"seconds": 600}')
        cluster.flush()
        cluster.read(cluster.topics.claims, AttemptClaim, lambda seen: len(seen) == 3)
        recall("parked")
        recall("running")
        cluster.flush()
        ended = outcomes(cluster, 3)
    assert {name: outcome.status for name, outcome in ended.items()} == {
        "unread": "recalled",
        "parked": "recalled",
        "running": "cancelled",
    }
    assert ended["parked"].started_at_ms == 0


def test_ends_an_attempt_whose_time_is_up(cluster: TestCluster) -> None:
    with ServiceThread(worker_on(cluster)):
        cluster.dispatch("slow", handler="sleep", payload='{"seconds": 600}', timeout_ms=1_000)
        cluster.flush()
        ended = outcomes(cluster, 1)
    assert ended["slow"].status == "timed_out"
    assert 1_000 <= ended["slow"].finished_at_ms - ended["slow"].started_at_ms < 2_000


def test_hands_back_parked_work_and_finishes_what_runs_when_it_stops(cluster: TestCluster) -> None:
    with ServiceThread(worker_on(cluster)):
        cluster.dispatch("parked", in_ms=60_000)
        cluster.dispatch("running", handler="sleep", payload='{"seconds": 1}')
        cluster.flush()
        cluster.read(cluster.topics.claims, AttemptClaim, lambda seen: len(seen) == 2)
    ended = outcomes(cluster, 2)
    assert (ended["parked"].status, ended["running"].status) == ("released", "completed")
    stopped = cluster.read(cluster.topics.workers, WorkerStopped, lambda seen: len(seen) == 1, partitions=1)
    assert stopped[0].worker_id == ended["running"].worker_id


def test_drains_when_told_by_control(cluster: TestCluster) -> None:
    stop = threading.Event()
    worker = worker_on(cluster, stop)
    with ServiceThread(worker) as running:
        assert running.health.wait_for("ready", 20)
        order = DrainWorker(worker_id=worker.parts.identity.worker_id, actor="admin", deadline_ms=5_000)
        cluster.send(cluster.topics.control, 0, "drain", order)
        cluster.flush()
        assert stop.wait(10)


def test_quarantines_what_it_cannot_read_and_goes_on(cluster: TestCluster) -> None:
    producer = cluster.log.producer()
    producer.produce(cluster.topics.executions("default", "normal"), 0, b"k", b"\x07garbage")
    assert producer.flush(10) == 0
    with ServiceThread(worker_on(cluster)):
        cluster.dispatch("good")
        cluster.flush()
        assert outcomes(cluster, 1)["good"].status == "completed"
    kept = cluster.read(
        cluster.topics.quarantine, QuarantinedRecord, lambda seen: len(seen) == 1, partitions=1
    )
    assert kept[0].value == b"\x07garbage"


def test_two_workers_share_the_mailboxes_and_run_each_attempt_once(cluster: TestCluster) -> None:
    first, second = worker_on(cluster, instance_id="w1"), worker_on(cluster, instance_id="w2")
    with ServiceThread(first), ServiceThread(second):
        for n in range(400):
            cluster.dispatch(f"e{n}", mailbox=n % 4)
        cluster.flush()
        ended = cluster.read(cluster.topics.outcomes, AttemptOutcome, lambda seen: len(seen) >= 400)
    completed = [outcome.execution_id for outcome in ended if outcome.status == "completed"]
    assert len(completed) == len(set(completed)) == 400
