"""Claims and their failures, recalls, leases and drains, on a log in memory: every step is the test's own."""

import pytest
from tests.unit.worker.scene import recall
from tests.unit.worker.simulated import SimulatedCluster

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.workers import WorkerHeartbeat, WorkerStopped
from tickwheel.runtime.log import errors
from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.health.breaker import OPEN_MS
from tickwheel.worker.intake import claims as claim_loop


@pytest.fixture
def cluster() -> SimulatedCluster:
    return SimulatedCluster()


def claims(cluster: SimulatedCluster) -> list[tuple[str, str]]:
    found = cluster.read(cluster.topics.claims, AttemptClaim)
    return sorted((claim.execution_id, claim.worker_id) for claim in found)


def outcomes(cluster: SimulatedCluster) -> list[tuple[str, str]]:
    found = cluster.read(cluster.topics.outcomes, AttemptOutcome)
    return sorted((outcome.execution_id, outcome.status) for outcome in found)


def test_claims_before_it_starts_and_says_when_it_starts(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1")
    sent = cluster.dispatch("e1", in_ms=5_000)
    cluster.run(100)
    (claim,) = cluster.read(cluster.topics.claims, AttemptClaim)
    assert (claim.worker_id, claim.starts_at_ms) == (worker.worker_id, sent.not_before_ms)
    assert worker.started == []
    cluster.run(5_000)
    assert worker.started == ["e1"]
    worker.finish("e1")
    assert outcomes(cluster) == [("e1", "completed")]


def test_reads_again_what_an_aborted_batch_held(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1")
    cluster.broker.faults.fail(worker.transactional_id, "produce", errors.AbortableError("no room"))
    cluster.dispatch("e1")
    cluster.run(200)
    assert claims(cluster) == [("e1", worker.worker_id)]
    assert worker.started == ["e1"]


@pytest.mark.parametrize("applied_after_ms", [0, 400, None])
def test_starts_once_whatever_became_of_a_commit_without_answer(
    cluster: SimulatedCluster, applied_after_ms: float | None
) -> None:
    worker = cluster.worker("w1")
    cluster.broker.faults.lose_commit_reply(worker.transactional_id, applied_after_ms=applied_after_ms)
    cluster.dispatch("e1")
    cluster.dispatch("e2", mailbox=1)
    cluster.run(1_000)
    assert claims(cluster) == [("e1", worker.worker_id), ("e2", worker.worker_id)]
    assert sorted(worker.started) == ["e1", "e2"]


@pytest.mark.parametrize("step", ["rewind", "committed_claims"])
def test_skips_nothing_when_the_broker_goes_away_while_it_settles_a_batch(
    cluster: SimulatedCluster, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    worker = cluster.worker("w1")
    cluster.broker.faults.lose_commit_reply(worker.transactional_id, applied_after_ms=None)
    cluster.dispatch("e1")
    with monkeypatch.context() as away:
        away.setattr(claim_loop, step, _fail)
        with pytest.raises(errors.RetriableError):
            cluster.run(200)
    cluster.run(200)
    assert claims(cluster) == [("e1", worker.worker_id)]
    assert worker.started == ["e1"]


def _fail(*_: object) -> None:
    raise errors.RetriableError("the broker is away")


def test_a_worker_that_lost_its_mailboxes_claims_nothing_from_them(cluster: SimulatedCluster) -> None:
    first, second = cluster.worker("w1"), cluster.worker("w2")
    cluster.run(500)
    cluster.broker.drop_heartbeats("w1")
    for mailbox in (0, 1):
        cluster.dispatch(f"e{mailbox}", mailbox=mailbox)
    # The first hangs for longer than its session; the second takes its mailboxes over meanwhile.
    for _ in range(140):
        second.worker.run_once()
        cluster.clock.advance(50)
    assert sorted(second.started) == ["e0", "e1"]
    cluster.broker.restore_heartbeats("w1")
    cluster.run(1_000)
    assert first.started == []
    assert [execution for execution, _ in claims(cluster)] == ["e0", "e1"]


def test_claims_and_gives_back_what_was_recalled_before_it_was_read(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1")
    # The clock was set back in between: the recall has the earlier time, and counts all the same.
    cluster.send(cluster.topics.control, 0, recall("e1", sent_at_ms=cluster.clock.now_ms() - 20_000))
    cluster.run(100)
    cluster.dispatch("e1")
    cluster.run(100)
    assert claims(cluster) == [("e1", worker.worker_id)]
    assert outcomes(cluster) == [("e1", "recalled")]
    assert worker.started == []


def test_runs_what_was_dispatched_again_after_its_recall(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1")
    cluster.send(cluster.topics.control, 0, recall("e1", sent_at_ms=cluster.clock.now_ms()))
    cluster.run(100)
    cluster.dispatch("e1", attempt=2)
    cluster.run(100)
    assert worker.started == ["e1"]


def test_leaves_recalls_for_others_alone(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1")
    cluster.dispatch("e1", in_ms=1_000)
    cluster.run(100)
    other = recall("e1", worker_id="somebody-else", sent_at_ms=cluster.clock.now_ms())
    cluster.send(cluster.topics.control, 0, other)
    cluster.run(1_100)
    assert worker.started == ["e1"]


def test_a_worker_that_was_stopped_past_its_lease_starts_nothing_of_the_old_one(
    cluster: SimulatedCluster,
) -> None:
    worker = cluster.worker("w1")
    before = worker.worker_id
    cluster.dispatch("runs")
    cluster.dispatch("parked", in_ms=3_000)
    cluster.run(200)
    cluster.clock.advance(15_000)
    cluster.run(500)
    assert worker.started == ["runs"]
    assert worker.stopped == ["runs"]
    assert outcomes(cluster) == [("parked", "released")]
    assert worker.worker_id != before
    # What still reports does so in the old name, which schedulers refuse.
    worker.finish("runs")
    late = [o for o in cluster.read(cluster.topics.outcomes, AttemptOutcome) if o.execution_id == "runs"]
    assert [outcome.worker_id for outcome in late] == [before]
    cluster.dispatch("new")
    cluster.run(200)
    assert worker.started == ["runs", "new"]


def test_probes_a_handler_again_after_a_probe_that_got_no_resources(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1", cpu_milli=1_000)
    cluster.dispatch("takes-all", cpu_milli=1_000)
    cluster.run(200)
    for number in range(5):
        cluster.dispatch(f"fails-{number}")
    cluster.run(200)
    for number in range(5):
        worker.finish(f"fails-{number}", Ending(status="failed"))
    cluster.run(OPEN_MS + 100)
    cluster.dispatch("probe", cpu_milli=1_000)
    cluster.run(3_000)
    assert ("probe", "released") in outcomes(cluster)
    cluster.dispatch("next")
    cluster.run(200)
    assert worker.started[-1] == "next"


def test_sends_heartbeats_every_two_seconds_and_when_mailboxes_change(cluster: SimulatedCluster) -> None:
    cluster.worker("w1")
    cluster.run(10_000)
    alone = cluster.read(cluster.topics.workers, WorkerHeartbeat, 1)
    assert 6 <= len(alone) <= 8
    assert len(alone[-1].mailboxes) == 8
    cluster.worker("w2")
    cluster.run(1_000)
    latest = {beat.instance: beat for beat in cluster.read(cluster.topics.workers, WorkerHeartbeat, 1)}
    assert len(latest["w1"].mailboxes) == len(latest["w2"].mailboxes) == 4


def test_says_soon_that_it_is_full(cluster: SimulatedCluster) -> None:
    cluster.worker("w1", slots=2)
    before = len(cluster.read(cluster.topics.workers, WorkerHeartbeat, 1))
    cluster.dispatch("e1")
    cluster.dispatch("e2")
    cluster.run(300)
    beats = cluster.read(cluster.topics.workers, WorkerHeartbeat, 1)[before:]
    assert any(beat.running == 2 for beat in beats)


def test_gives_everything_back_when_it_stops(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1", drain_deadline_ms=0)
    cluster.dispatch("parked", in_ms=60_000)
    cluster.run(200)
    cluster.workers.clear()
    worker.worker.stop()
    assert outcomes(cluster) == [("parked", "released")]
    assert len(cluster.read(cluster.topics.workers, WorkerStopped, 1)) == 1


def test_is_not_ready_while_its_heartbeats_are_not_acknowledged(cluster: SimulatedCluster) -> None:
    worker = cluster.worker("w1").worker
    assert worker.why_not_ready() == ""
    cluster.clock.advance(7_000)
    assert "no heartbeat was acknowledged lately" in worker.why_not_ready()
    cluster.run(200)
    assert worker.why_not_ready() == ""
