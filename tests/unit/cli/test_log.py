"""`tickwheel log`: what it refuses before it looks for a Kafka, and how entries are printed."""

import json

from tests.histories import History
from tests.unit.cli.conftest import Invoke

from tickwheel.cli import log_lines
from tickwheel.scheduler.journal.entry import Entry


def test_refuses_a_type_that_no_event_has(invoke: Invoke) -> None:
    done = invoke("log", "replay", "--type", "JobExploded")
    assert done.exit_code == 2
    assert "JobExploded" in done.output


def test_refuses_a_time_without_an_offset(invoke: Invoke) -> None:
    done = invoke("log", "state", "--job", "daily", "--at", "2026-01-31T09:00:00")
    assert done.exit_code == 2
    assert "has no offset" in done.output


def test_refuses_to_follow_to_an_end(invoke: Invoke) -> None:
    assert invoke("log", "replay", "--follow", "--to", "17").exit_code == 2


def test_prints_an_event_as_one_line() -> None:
    history = History("daily").created()
    history.due()
    created, due = (log_lines.as_text(Entry(3, 17, event)) for event in history.events)
    assert created.startswith("2026-11-06T")
    assert " 3@17 " in created
    assert created.endswith("actor=ada definition=daily version=1 tzdata_version=2026a")
    assert "ExecutionCreated" in due
    assert "execution=" in due
    assert "\n" not in due


def test_prints_every_field_as_json() -> None:
    [event] = History("daily").created().events
    line = json.loads(log_lines.as_json(Entry(3, 17, event)))
    assert (line["partition"], line["offset"], line["type"]) == (3, 17, "JobCreated")
    assert line["definition"]["name"] == "daily"
    assert line["sequence"] == 1
