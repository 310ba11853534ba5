"""Records new golden histories: `python -m tests.replay.record NAME` from the root of the repository.

A history that was released is never recorded again: it is there to show that what was once written still folds.
"""

import sys
from collections.abc import Callable

from tests.replay.history import FOLDER, write
from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.commands.calendar import DefineCalendar
from tickwheel.protocol.commands.execution import CancelExecution, RedriveDeadLetter
from tickwheel.protocol.commands.job import BackfillJob, DeleteJob, PauseJob, ResumeJob, TriggerJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition


def retries() -> Scenario:
    """A one-off fails, is tried again, loses its worker, ends among the dead letters and is redriven."""
    world = Scenario(lead_ms=0).create(when="now", max_retries=2).run("failed", error_class="ValueError")
    world.advance("2s").start().lose().advance("1m").run("timed_out")
    letter = world.execution().execution_id
    return world.given(RedriveDeadLetter(command_id="redrive", job="report", execution_id=letter)).start()


def pauses() -> Scenario:
    """A cron job overlaps itself, is paused in its lead window, resumed, updated, and misses an hour."""
    world = Scenario().create(when="cron", cron="* * * * *", overlap="buffer_one").advance("50s").start()
    world.advance("2m").report().start().given(PauseJob(command_id="pause", job="report")).report("recalled")
    world.advance("5m").given(ResumeJob(command_id="resume", job="report", missed="latest")).run()
    definition = JobDefinition(name="report", handler="other", when="interval", interval_ms=45_000)
    world.given(UpdateJob(command_id="update", job="report", definition=definition, expected_version=1))
    return world.advance("40s").start().jump("1h").advance("1s")


def dependencies() -> Scenario:
    """Two jobs wait for a third that does not exist yet; one of them is deleted while it runs."""
    world = Scenario().create("load", when="manual", depends_on=("extract",))
    world.create("check", when="now", depends_on=("extract",)).create("extract", when="now")
    for _ in range(3):
        world.run().advance("1s")
    world.given(TriggerJob(command_id="again", job="extract")).run().start()
    return world.given(DeleteJob(command_id="delete", job="load")).report("cancelled").advance("2h")


def calendars() -> Scenario:
    """A maintenance window holds, a backfill goes on beside the schedule, an execution is cancelled."""
    window = CalendarWindow(starts="12:02", ends="12:05")
    held = CalendarDefinition(name="freeze", effect="hold", everywhere=True, windows=(window,))
    world = Scenario().given(DefineCalendar(command_id="calendar", definition=held))
    world.create(when="cron", cron="* * * * *", dedup_window_ms=90_000, jitter_ms=5_000)
    world.given(BackfillJob(command_id="backfill", job="report", from_ms=NOON - ms("3m"), to_ms=NOON))
    for _ in range(4):
        world.advance("45s").run()
    world.given(TriggerJob(command_id="trigger", job="report", dedup_key="k")).place()
    waiting = world.all_executions()[0].execution_id
    return world.given(CancelExecution(command_id="cancel", job="report", execution_id=waiting)).advance("1s")


HISTORIES: dict[str, Callable[[], Scenario]] = {
    "retries": retries,
    "pauses": pauses,
    "dependencies": dependencies,
    "calendars": calendars,
}


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        tell = HISTORIES[name]
        write(name, tell.__doc__ or "", tell().journal)


if __name__ == "__main__":
    main(sys.argv[1:])
