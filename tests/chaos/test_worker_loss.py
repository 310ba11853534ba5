"""Workers killed and stopped in the middle of their work, with a real scheduler. Files written by handlers are the proof."""

import signal
from pathlib import Path

import pytest
from tests.chaos.evidence import app, once, poison, work
from tests.chaos.stack import Stack
from tests.integration.worker.cluster import TestCluster

from tickwheel.protocol.events.execution import ExecutionCompleted, ExecutionFailed

pytestmark = pytest.mark.kafka

JOBS = 200


@pytest.fixture
def stack(kafka_bootstrap: str, topic_prefix: str, tmp_path: Path) -> Stack:
    return Stack(TestCluster(kafka_bootstrap, topic_prefix), tmp_path)


def test_loses_nothing_when_a_worker_is_killed(stack: Stack) -> None:
    with stack:
        app.connect(stack.submitter)
        stack.scheduler()
        stack.worker("doomed")
        stack.worker("survivor")
        for n in range(JOBS):
            app.enqueue_sync(work, key=str(n))
        stack.wait_for_evidence(lambda seen: len(seen.ended) >= 40 and bool(seen.cut_short("doomed")))
        stack.send("doomed", signal.SIGKILL)
        cut_short = stack.evidence().cut_short("doomed")
        ends = stack.ended(JOBS)
    found = stack.evidence()
    assert all(isinstance(end, ExecutionCompleted) for each in ends.values() for end in each)
    assert all(len(each) == 1 for each in ends.values())
    assert found.ended == set(ends)
    # Started twice: those that were running on the dead worker, and no others.
    assert {execution for execution, starts in found.starts.items() if starts > 1} <= cut_short
    assert max(found.starts.values()) <= 2


def test_refuses_the_late_report_of_a_worker_that_was_stopped_past_its_lease(stack: Stack) -> None:
    with stack:
        app.connect(stack.submitter)
        stack.scheduler()
        stack.worker("sleeper")
        stack.worker("survivor")
        for n in range(JOBS):
            app.enqueue_sync(work, key=str(n))
        stack.wait_for_evidence(lambda seen: len(seen.ended) >= 40 and bool(seen.cut_short("sleeper")))
        stack.send("sleeper", signal.SIGSTOP)
        cut_short = stack.evidence().cut_short("sleeper")
        stack.ended(JOBS)
        stack.send("sleeper", signal.SIGCONT)
        # Its handlers go on where they stood and report: too late, and in the name of an incarnation that is over.
        found = stack.wait_for_evidence(lambda seen: not seen.cut_short("sleeper"))
        ends = stack.ended(JOBS)
    assert all(len(each) == 1 for each in ends.values())
    assert {execution for execution, starts in found.starts.items() if starts > 1} <= cut_short


def test_never_starts_an_at_most_once_execution_twice(stack: Stack) -> None:
    with stack:
        app.connect(stack.submitter)
        stack.scheduler()
        stack.worker("doomed")
        stack.worker("survivor")
        for n in range(JOBS):
            app.enqueue_sync(once, key=str(n))
        stack.wait_for_evidence(lambda seen: len(seen.ended) >= 40 and bool(seen.cut_short("doomed")))
        stack.send("doomed", signal.SIGKILL)
        cut_short = stack.evidence().cut_short("doomed")
        ends = stack.ended(JOBS)
    found = stack.evidence()
    assert max(found.starts.values()) == 1
    failed = {execution for execution, (end,) in ends.items() if isinstance(end, ExecutionFailed)}
    assert cut_short <= failed
    assert set(found.ended) | failed == set(ends)


def test_a_handler_that_kills_its_process_ends_in_the_dead_letters_alone(stack: Stack) -> None:
    with stack:
        app.connect(stack.submitter)
        stack.scheduler()
        stack.worker("w1")
        app.enqueue_sync(poison, key="p")
        for n in range(20):
            app.enqueue_sync(work, key=str(n))
        ends = stack.ended(21)
    kinds = [type(end) for (end,) in ends.values()]
    assert (kinds.count(ExecutionCompleted), kinds.count(ExecutionFailed)) == (20, 1)
    assert max(stack.evidence().starts.values()) == 2
