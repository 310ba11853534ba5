"""Running a service: the order of its calls, what a fault does, and that stop always comes."""

import threading
from collections.abc import Callable, Sequence

import pytest

from tickwheel.runtime.fault import Fault
from tickwheel.runtime.lifecycle import Backoff, Health, Milestone, ServiceThread, run_service
from tickwheel.runtime.log.errors import FencedError, RetriableError

Step = Callable[[], None]


def succeed() -> None:
    return None


def fail(error: Exception) -> Step:
    def step() -> None:
        raise error

    return step


class ScriptedService:
    """Plays its steps, sets the stop event after the last one and remembers every call."""

    name = "scripted"

    def __init__(self, stop: threading.Event, steps: Sequence[Step], starts: Sequence[Step] = ()) -> None:
        self.calls: list[str] = []
        self._stop = stop
        self._steps = list(steps)
        self._starts = list(starts)

    def start(self) -> None:
        self.calls.append("start")
        if self._starts:
            self._starts.pop(0)()

    def run_once(self) -> None:
        self.calls.append("run_once")
        step = self._steps.pop(0)
        if not self._steps:
            self._stop.set()
        step()

    def stop(self) -> None:
        self.calls.append("stop")


def run(steps: Sequence[Step], starts: Sequence[Step] = ()) -> tuple[int, list[str]]:
    stop = threading.Event()
    service = ScriptedService(stop, steps, starts)
    return run_service(service, stop, backoff=Backoff(0.0, 0.0)), service.calls


def test_starts_works_and_stops_in_order() -> None:
    assert run([succeed, succeed]) == (0, ["start", "run_once", "run_once", "stop"])


def test_a_retriable_fault_is_tried_again() -> None:
    code, calls = run([fail(RetriableError("no broker")), succeed])
    assert (code, calls) == (0, ["start", "run_once", "run_once", "stop"])


def test_a_start_that_fails_retriably_is_made_again() -> None:
    code, calls = run([succeed], starts=[fail(RetriableError("no broker"))])
    assert (code, calls) == (0, ["start", "start", "run_once", "stop"])


@pytest.mark.parametrize("error", [Fault("the disk is full"), FencedError("taken over"), ValueError("a bug")])
def test_any_other_fault_stops_it_with_exit_code_1(error: Exception) -> None:
    assert run([fail(error), succeed]) == (1, ["start", "run_once", "stop"])


def test_a_start_that_fails_for_good_still_gets_its_stop() -> None:
    assert run([succeed], starts=[fail(Fault("wrong settings"))]) == (1, ["start", "stop"])


def test_does_not_start_when_already_asked_to_stop() -> None:
    stop = threading.Event()
    stop.set()
    service = ScriptedService(stop, [])
    assert run_service(service, stop) == 0
    assert service.calls == ["stop"]


def test_a_pause_ends_at_once_when_asked_to_stop() -> None:
    stop = threading.Event()
    service = ScriptedService(stop, [succeed], starts=[fail(RetriableError("no broker"))] * 100)
    running = ServiceThread(service, backoff=Backoff(3_600.0, 3_600.0))
    running.start()
    assert running.health.wait_for("retrying", timeout_s=10)
    running.ask_to_stop()
    assert running.join(timeout_s=10)
    assert (running.exit_code, service.calls) == (0, ["start", "stop"])


class Counter:
    name = "counter"

    def __init__(self) -> None:
        self.counted = Milestone[int]("counted")
        self._count = 0
        self._fail_at = 3

    def start(self) -> None:
        pass

    def run_once(self) -> None:
        self._count += 1
        if self._count == self._fail_at:
            raise RetriableError("at three")
        self.counted.reached(self._count)

    def stop(self) -> None:
        pass


def test_a_service_in_a_thread_can_be_followed_by_its_milestones() -> None:
    service = Counter()
    service.counted.watch()
    with ServiceThread(service, backoff=Backoff(0.0, 0.0)) as running:
        assert [service.counted.wait() for _ in range(3)] == [1, 2, 4]
        assert running.health.wait_for("ready", timeout_s=10)
    assert running.exit_code == 0
    assert running.health.phase == "stopped"


def test_health_tells_why_it_is_not_ready() -> None:
    stop, seen = threading.Event(), []
    health = Health()

    def look() -> None:
        seen.append((health.phase, health.reason))

    service = ScriptedService(stop, [look, fail(RetriableError("no broker")), look, look])
    assert run_service(service, stop, health=health, backoff=Backoff(0.0, 0.0)) == 0
    assert seen == [("ready", ""), ("retrying", "no broker"), ("ready", "")]
