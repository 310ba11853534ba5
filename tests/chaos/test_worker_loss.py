"""Workers killed and stopped in the middle of their work, with a real scheduler. Files written by handlers are the proof."""

import asyncio
import signal
from collections.abc import Callable
from typing import NamedTuple

import pytest
from tests.chaos.handlers import app, hog, once, poison, work
from tests.chaos.stack import Evidence, Stack
from tests.integration.worker.cluster import TestCluster

from tickwheel.protocol.events.event import ExecutionEvent
from tickwheel.protocol.events.execution import ExecutionCompleted, ExecutionFailed
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.worker import JobContext

pytestmark = pytest.mark.kafka

JOBS = 200
"""Of each delivery mode, half a second each, on two workers."""

SLOTS = 20

LONG_LEASE_MS = 60_000
"""Of the worker that is to survive. On a machine that starves it for seconds it must not lose its own lease as well:
what ran on it would rightly start again."""

AT_LEAST_ONCE = "chaos.work"
AT_MOST_ONCE = "chaos.once"

NewStack = Callable[[], Stack]


class Loss(NamedTuple):
    """What became of the jobs of one delivery mode after a worker was lost in the midst of some."""

    found: Evidence
    """What the handlers wrote, to the very end."""
    ends: dict[str, list[ExecutionEvent]]
    """How the journal says that each execution ended."""
    running: set[str]
    """Executions that were running on the lost worker."""

    @property
    def started_twice(self) -> set[str]:
        return {execution for execution, starts in self.found.starts.items() if starts > 1}

    @property
    def failed(self) -> set[str]:
        return {execution for execution, (end,) in self.ends.items() if isinstance(end, ExecutionFailed)}


class Losses:
    """Both delivery modes meet the same loss in one run: a stack takes long to start."""

    def __init__(self, stack: Stack, jobs: dict[str, set[str]]) -> None:
        self._ends = stack.ended(2 * JOBS)
        self._found = stack.evidence()
        self._jobs = jobs
        self.running: set[str] = set()

    def of(self, handler: str) -> Loss:
        ends = {
            execution: each for execution, each in self._ends.items() if each[0].job_id in self._jobs[handler]
        }
        return Loss(self._found.of(handler), ends, self.running & set(ends))


@pytest.fixture(scope="module")
def new_stack(kafka_bootstrap: str, tmp_path_factory: pytest.TempPathFactory) -> NewStack:
    def make() -> Stack:
        cluster = TestCluster(kafka_bootstrap, f"test-{RandomIds().uuid()}.")
        return Stack(cluster, tmp_path_factory.mktemp("stack"))

    return make


@pytest.fixture(scope="module")
def killed(new_stack: NewStack) -> Losses:
    """After kill -9 of one of the two workers."""
    with new_stack() as stack:
        jobs = _half_way(stack, "doomed")
        stack.kill("doomed")
        losses = Losses(stack, jobs)
        losses.running = stack.running_on("doomed")
    return losses


@pytest.fixture(scope="module")
def stopped(new_stack: NewStack) -> Losses:
    """After one of the two workers was stopped for longer than its lease, and went on."""
    with new_stack() as stack:
        jobs = _half_way(stack, "sleeper")
        stack.send("sleeper", signal.SIGSTOP)
        stack.ended(2 * JOBS)
        running, refused = stack.running_on("sleeper"), stack.refused_reports()
        stack.send("sleeper", signal.SIGCONT)
        # Its handlers go on where they stood and report: too late, and in the name of an incarnation that is over.
        stack.wait_for_evidence(lambda seen: not seen.cut_short("sleeper"))
        stack.wait_until(lambda: stack.refused_reports() >= refused + len(running))
        losses = Losses(stack, jobs)
        losses.running = running
    return losses


def _half_way(stack: Stack, victim: str) -> dict[str, set[str]]:
    """Until the victim is in the midst of some of both modes. Returns the ids of the jobs by their handler."""
    app.connect(stack.submitter)
    stack.scheduler()
    stack.worker(victim, SLOTS)
    stack.worker("survivor", SLOTS, LONG_LEASE_MS)
    jobs = asyncio.run(_enqueued({AT_LEAST_ONCE: work, AT_MOST_ONCE: once}))
    stack.wait_for_evidence(
        lambda seen: len(seen.ended) >= 80 and all(seen.of(mode).cut_short(victim) for mode in jobs)
    )
    return jobs


async def _enqueued(handlers: dict[str, Callable[[JobContext], None]]) -> dict[str, set[str]]:
    """In turn, so that some of each run on both workers for as long as any do. Returns the ids of the jobs."""
    jobs: dict[str, set[str]] = {mode: set() for mode in handlers}
    for number in range(JOBS):
        for mode, handler in handlers.items():
            jobs[mode].add((await app.enqueue(handler, key=str(number))).job_id)
    return jobs


def _assert_each_completed_once(loss: Loss) -> None:
    assert len(loss.ends) == JOBS
    assert all(isinstance(end, ExecutionCompleted) for each in loss.ends.values() for end in each)
    assert all(len(each) == 1 for each in loss.ends.values())
    assert loss.found.ended == set(loss.ends)
    # Started twice: those that were running on the lost worker, and no others.
    assert loss.started_twice <= loss.running
    assert max(loss.found.starts.values()) <= 2


def _assert_each_ran_at_most_once(loss: Loss) -> None:
    assert len(loss.ends) == JOBS
    assert max(loss.found.starts.values()) == 1
    assert loss.running
    assert loss.running <= loss.failed
    assert loss.found.ended | loss.failed == set(loss.ends)


def test_loses_nothing_when_a_worker_is_killed(killed: Losses) -> None:
    _assert_each_completed_once(killed.of(AT_LEAST_ONCE))


def test_never_starts_an_at_most_once_execution_twice_when_a_worker_is_killed(killed: Losses) -> None:
    _assert_each_ran_at_most_once(killed.of(AT_MOST_ONCE))


def test_loses_nothing_and_counts_the_late_reports_of_a_worker_that_was_stopped_past_its_lease(
    stopped: Losses,
) -> None:
    _assert_each_completed_once(stopped.of(AT_LEAST_ONCE))


def test_never_starts_an_at_most_once_execution_twice_when_a_worker_is_stopped(stopped: Losses) -> None:
    _assert_each_ran_at_most_once(stopped.of(AT_MOST_ONCE))


def test_handlers_that_kill_their_process_or_eat_memory_end_in_the_dead_letters_alone(
    new_stack: NewStack,
) -> None:
    with new_stack() as stack:
        app.connect(stack.submitter)
        stack.scheduler()
        stack.worker("w1")
        doomed = [app.enqueue_sync(poison, key="p").job_id, app.enqueue_sync(hog, key="h").job_id]
        for n in range(20):
            app.enqueue_sync(work, key=str(n))
        ends = stack.ended(22)
        letters = {letter.job_id: letter for letter in stack.dead_letters(2)}
    found = stack.evidence()
    failed = {end.job_id: end for (end,) in ends.values() if isinstance(end, ExecutionFailed)}
    assert sorted(failed) == sorted(letters) == sorted(doomed)
    assert [failed[job].error_class for job in doomed] == ["ProcessDied", "MemoryError"]
    assert [found.starts[failed[job].execution_id] for job in doomed] == [2, 2]
    # The others ran once each, on the same worker, which is still the one that started.
    assert sum(isinstance(end, ExecutionCompleted) for (end,) in ends.values()) == 20
    assert sum(found.starts.values()) == 24
