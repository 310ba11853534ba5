"""Bad input: each a refusal that names the field, and nothing changes."""

from typing import Any

import pytest
from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.commands.calendar import DefineCalendar
from tickwheel.protocol.commands.execution import CancelExecution
from tickwheel.protocol.commands.job import (
    BackfillJob,
    CreateJob,
    DeleteJob,
    PauseJob,
    ResumeJob,
    TriggerJob,
    UpdateJob,
)
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected

CRON = {"when": "cron", "cron": "0 * * * *"}


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({**CRON, "timezone": "Mars/Olympus"}, "invalid", "timezone"),
        ({**CRON, "cron": "0 0 31 2 *"}, "invalid", "cron"),
        ({**CRON, "cron": "hello"}, "invalid", "cron"),
        ({"when": "cron"}, "invalid", "cron"),
        ({"when": "interval", "interval_ms": 0}, "invalid", "interval_ms"),
        ({"when": "interval", "interval_ms": -5}, "invalid", "interval_ms"),
        ({"when": "at"}, "invalid", "run_at_ms"),
        ({"when": "delay"}, "invalid", "delay_ms"),
        ({"when": "now", "cron": "0 * * * *"}, "invalid", "cron"),
        ({"when": "sometimes"}, "invalid", "when"),
        ({**CRON, "start_at_ms": NOON + 2, "end_at_ms": NOON + 1}, "invalid", "end_at_ms"),
        ({**CRON, "end_at_ms": NOON - 1}, "invalid", "end_at_ms"),
        ({"payload": "x" * 300_000}, "too_large", "payload"),
        ({"payload": "[]"}, "invalid", "payload"),
        ({"payload": '{"a":'}, "invalid", "payload"),
        ({"priority": 101}, "invalid", "priority"),
        ({"max_retries": 101}, "invalid", "max_retries"),
        ({"timeout_ms": 999}, "invalid", "timeout_ms"),
        ({"timeout_ms": ms("8d")}, "invalid", "timeout_ms"),
        ({"backoff_factor": 0.5}, "invalid", "backoff_factor"),
        ({"backoff_factor": float("nan")}, "invalid", "backoff_factor"),
        ({"backoff_jitter": 1.5}, "invalid", "backoff_jitter"),
        ({"delivery": "exactly_once"}, "invalid", "delivery"),
        ({"overlap": "maybe"}, "invalid", "overlap"),
        ({"catch_up": "none"}, "invalid", "catch_up"),
        ({"dst_gap": "x"}, "invalid", "dst_gap"),
        ({"dependency_mode": "some"}, "invalid", "dependency_mode"),
        ({"catch_up_cap": 0}, "invalid", "catch_up_cap"),
        ({"max_runs": -1}, "invalid", "max_runs"),
        ({"jitter_ms": -1}, "invalid", "jitter_ms"),
        ({"queue": "no spaces"}, "invalid", "queue"),
        ({"queue": ""}, "invalid", "queue"),
        ({"handler": ""}, "invalid", "handler"),
        ({"extra_resources": {"gpu": -1}}, "invalid", "extra_resources"),
        ({"tags": {str(n): "" for n in range(101)}}, "invalid", "tags"),
        ({"calendars": ("nowhere",)}, "invalid", "calendars"),
        ({"depends_on": ("report",)}, "cycle", "depends_on"),
    ],
)
def test_refuses_a_definition_and_names_the_field(fields: dict[str, Any], code: str, field: str) -> None:
    world = Scenario().create(**{"when": "manual", **fields}).then(CommandRejected)
    message = world.then_refused(code, field)
    assert message.startswith("expected ")
    assert world.jobs == {}


@pytest.mark.parametrize(
    "name",
    ["", "x" * 256, " spaced ", "new\nline", "calendar:holidays", "123E4567-e89b-42d3-a456-426614174000"],
)
def test_refuses_a_name(name: str) -> None:
    Scenario().create(name, when="manual").then_refused("invalid", "name")


def test_refuses_a_name_that_is_taken() -> None:
    world = Scenario().create(when="manual").create(when="manual")
    assert (
        world.then_refused("conflict", "name")
        == "expected to create job report, but a job of this name exists"
    )


def test_refuses_a_handler_that_no_live_worker_has_unless_that_is_allowed() -> None:
    world = Scenario(known_handlers=frozenset({"known"}))
    world.create(when="manual", handler="unknown").then_refused("unknown_handler", "handler")
    definition = JobDefinition(name="report", handler="unknown", when="manual")
    world.when(CreateJob(command_id="c", definition=definition, allow_unknown_handler=True))
    assert world.job().version == 1


@pytest.mark.parametrize(
    "command",
    [
        PauseJob(command_id="c", job="report"),
        ResumeJob(command_id="c", job="report"),
        TriggerJob(command_id="c", job="report"),
        DeleteJob(command_id="c", job="report"),
        BackfillJob(command_id="c", job="report", from_ms=1, to_ms=2),
        UpdateJob(command_id="c", job="report", definition=JobDefinition(name="report", handler="h")),
    ],
)
def test_refuses_a_command_about_a_job_that_is_not_there_or_deleted(command: Any) -> None:
    world = Scenario().when(command)
    assert world.then_refused("not_found", "job").endswith("job report, but there is no such job")
    world.create(when="manual").given(DeleteJob(command_id="d", job="report")).when(command)
    assert world.then_refused("wrong_state", "job").endswith("job report, but it is deleted")


def test_refuses_a_version_that_was_overtaken() -> None:
    world = Scenario().create(when="manual")
    definition = JobDefinition(name="report", handler="h")
    world.given(UpdateJob(command_id="a", job="report", definition=definition, expected_version=1))
    world.when(UpdateJob(command_id="b", job="report", definition=definition, expected_version=1))
    message = world.then_refused("version_conflict", "expected_version")
    assert message == "expected to update version 1 of job report, but it has version 2"
    world.when(DeleteJob(command_id="c", job="report", expected_version=1))
    world.then_refused("version_conflict", "expected_version")


def test_refuses_a_new_name_for_an_old_job() -> None:
    world = Scenario().create(when="manual")
    world.when(UpdateJob(command_id="u", job="report", definition=JobDefinition(name="other", handler="h")))
    world.then_refused("invalid", "name")


def test_refuses_to_pause_twice_and_to_resume_what_is_not_paused() -> None:
    world = Scenario().create(when="manual").when(ResumeJob(command_id="r", job="report"))
    assert world.then_refused("wrong_state", "job") == "expected to resume job report, but it is not paused"
    world.given(PauseJob(command_id="p", job="report")).when(PauseJob(command_id="q", job="report"))
    assert (
        world.then_refused("wrong_state", "job") == "expected to pause job report, but it is paused already"
    )


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"payload": "7"}, "payload"),
        ({"priority": 200}, "priority"),
        ({"run_at_ms": -1}, "run_at_ms"),
        ({"dedup_key": "x" * 300}, "dedup_key"),
        ({"command_id": ""}, "command_id"),
    ],
)
def test_refuses_a_trigger(fields: dict[str, Any], field: str) -> None:
    world = Scenario().create(when="manual")
    world.when(TriggerJob(**{"command_id": "t", "job": "report", **fields})).then_refused("invalid", field)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"from_ms": NOON, "to_ms": NOON - 1}, "invalid", "to_ms"),
        ({"from_ms": NOON - 1, "to_ms": NOON + 1}, "invalid", "to_ms"),
        ({"from_ms": NOON - ms("365d"), "to_ms": NOON}, "invalid", "to_ms"),
        ({"from_ms": NOON - 1, "to_ms": NOON, "rate_per_minute": -1}, "invalid", "rate_per_minute"),
    ],
)
def test_refuses_a_backfill(fields: dict[str, Any], code: str, field: str) -> None:
    world = Scenario().create(when="cron", cron="* * * * *")
    world.when(BackfillJob(**{"command_id": "b", "job": "report", **fields})).then_refused(code, field)


def test_refuses_to_backfill_a_job_without_a_schedule() -> None:
    world = Scenario().create(when="manual")
    world.when(BackfillJob(command_id="b", job="report", from_ms=NOON - 1, to_ms=NOON))
    world.then_refused("wrong_state", "job")


def test_refuses_to_cancel_what_is_over_or_ending() -> None:
    world = Scenario().create(when="now").start()
    execution_id = world.execution().execution_id
    world.given(CancelExecution(command_id="a", job="report", execution_id=execution_id))
    world.when(CancelExecution(command_id="b", job="report", execution_id=execution_id))
    assert "being ended already" in world.then_refused("wrong_state", "execution_id")
    world.report("cancelled").when(CancelExecution(command_id="c", job="report", execution_id=execution_id))
    world.then_refused("not_found", "execution_id")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"timezone": "Mars/Olympus"}, "timezone"),
        ({"days": ("2026-02-30",)}, "days"),
        ({"effect": "delay"}, "effect"),
        ({"name": ""}, "name"),
    ],
)
def test_refuses_a_calendar(fields: dict[str, Any], field: str) -> None:
    definition = CalendarDefinition(**{"name": "c", "effect": "hold", **fields})
    Scenario().when(DefineCalendar(command_id="c", definition=definition)).then_refused("invalid", field)
