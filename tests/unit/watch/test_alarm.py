"""The watchdog when it cannot look."""

from tickwheel.runtime import metrics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.settings.groups import WatchGroup
from tickwheel.watch.alarm import Alarm
from tickwheel.watch.notice import Notice

SETTINGS = WatchGroup(overdue_after_ms=60_000)


def blind() -> float | None:
    return metrics.REGISTRY.get_sample_value("tickwheel_watch_blind")


def test_says_once_that_it_has_been_blind_for_as_long_as_work_may_be_late() -> None:
    clock, told = ManualClock(), list[Notice]()
    alarm = Alarm(SETTINGS, clock, told.append)
    alarm.cannot_look("Cannot connect to Postgres")
    assert blind() == 1
    assert told == [], "a server that restarts is no news"
    clock.advance(60_000)
    alarm.cannot_look("Cannot connect to Postgres")
    clock.advance(60_000)
    alarm.cannot_look("Cannot connect to Postgres")
    (notice,) = told
    assert (notice.reason, notice.severity) == ("blind", "critical")
    assert "For 60 s nobody could tell" in notice.title
    assert "Cannot connect to Postgres" in notice.title
