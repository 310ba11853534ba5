"""The lookout when Postgres fails it."""

import threading

import psycopg
import pytest

from tickwheel.runtime import metrics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.postgres.errors import UnreachableError
from tickwheel.runtime.settings.groups import WatchGroup
from tickwheel.watch.alarm import Alarm
from tickwheel.watch.lookout import STUCK_AFTER_S, Lookout
from tickwheel.watch.notice import Notice


class Scene:
    def __init__(self) -> None:
        self.clock, self.told = ManualClock(), list[Notice]()
        self.asked, self.answered = threading.Event(), threading.Event()
        self.alarm = Alarm(WatchGroup(overdue_after_ms=60_000), self.clock, self.told.append)

    def hang(self) -> Connection:
        self.asked.set()
        self.answered.wait(20)
        raise psycopg.OperationalError("at last")

    def refuse(self) -> Connection:
        if self.answered.is_set():
            self.asked.set()
        self.answered.set()
        raise UnreachableError("Cannot connect to Postgres")


@pytest.fixture
def scene() -> Scene:
    metrics.WATCH_BLIND.set(0)
    return Scene()


def blind() -> float | None:
    return metrics.REGISTRY.get_sample_value("tickwheel_watch_blind")


def test_a_look_that_never_ends_is_blindness_and_not_ready(scene: Scene) -> None:
    lookout = Lookout(scene.hang, scene.alarm, scene.clock)
    lookout.start(dict)
    assert scene.asked.wait(10)
    assert lookout.why_not() == ""
    scene.clock.advance((STUCK_AFTER_S + 1) * 1_000)
    assert "Postgres has not answered for 31 s" in lookout.why_not()
    assert blind() == 1
    scene.clock.advance(60_000)
    lookout.why_not()
    assert [notice.reason for notice in scene.told] == ["blind"]
    scene.answered.set()
    lookout.stop()


def test_goes_on_looking_after_a_fault(scene: Scene) -> None:
    lookout = Lookout(scene.refuse, scene.alarm, scene.clock)
    lookout.start(dict)
    assert scene.asked.wait(10), "asked a second time"
    assert lookout.why_not() == "Cannot connect to Postgres"
    assert blind() == 1
    lookout.stop()
