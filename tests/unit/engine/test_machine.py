"""The drawn state machine, its table and the code agree."""

import re

from tickwheel.protocol.catalogue import COMMANDS, EVENTS
from tickwheel.scheduler.engine import status
from tickwheel.scheduler.engine.decide import CALENDAR_COMMANDS, JOB_COMMANDS
from tickwheel.scheduler.engine.evolution import execution_events
from tickwheel.scheduler.engine.evolve import EXECUTION_CHANGES, JOB_CHANGES


def test_the_picture_of_the_execution_machine_is_its_table() -> None:
    drawn: dict[str, dict[str, set[str]]] = {}
    picture = execution_events.__doc__ or ""
    for was, now, names in re.findall(r"^    (\S+) +-> (\S+) +(.+)$", picture, re.MULTILINE):
        for name in names.split(", "):
            drawn.setdefault(name, {}).setdefault(was, set()).add(now)
    tabled = {
        name: {was: set(now) for was, now in rows.items()}
        for name, rows in execution_events.TRANSITIONS.items()
    }
    assert drawn == tabled


def test_every_event_of_the_table_is_applied() -> None:
    applied = {kind.__name__ for kind in EXECUTION_CHANGES} | {"ExecutionCreated"}
    assert applied == set(execution_events.TRANSITIONS)


def test_every_event_that_takes_a_sequence_number_is_folded() -> None:
    answers = {"CommandRejected", "CommandRepeated"}
    elsewhere = {"JobRetired", "CalendarDefined", "CalendarDeleted"}
    assert {kind.__name__ for kind in EVENTS} == {kind.__name__ for kind in JOB_CHANGES} | answers | elsewhere


def test_every_command_is_decided() -> None:
    assert set(COMMANDS) == set(JOB_COMMANDS) | set(CALENDAR_COMMANDS)


def test_the_statuses_of_a_job_are_listed_in_order() -> None:
    listed = re.findall(r"^ *([A-Z]+) {2,}", status.__doc__ or "", re.MULTILINE)
    assert listed == ["DELETED", "PAUSED", "RUNNING", "QUEUED", "SCHEDULED", "FAILED", "COMPLETED"]
