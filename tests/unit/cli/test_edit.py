"""`tickwheel job update`: what is given changes, and nothing else."""

from typing import Any

import msgspec
import pytest

from tickwheel.cli.edit import edited
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.protocol.definition import JobDefinition

FULL: dict[str, Any] = {
    "name": "report",
    "handler": "reports.daily",
    "description": "for the board",
    "owner": "ada",
    "tags": {"team": "billing"},
    "payload": {"deep": {"list": [1, 2]}},
    "timezone": "Europe/Vienna",
    "start_at": "2026-01-01T00:00:00.000Z",
    "end_at": "2027-01-01T00:00:00.000Z",
    "calendars": ["holidays"],
    "labels": {"zone": "eu"},
    "non_retryable": ["ValueError"],
    "priority": 0,
    "max_retries": 0,
}
WAYS = [
    {"schedule": "0 9 * * *"},
    {"interval": "15m"},
    {"run_at": "2026-06-01T09:00:00.250Z"},
    {"delay": "90s"},
    {"now": True},
    {},
]


def defined(spec: dict[str, Any]) -> JobDefinition:
    return JobSpec.model_validate(spec).definition("default", "nobody")


@pytest.mark.parametrize("when", WAYS)
def test_what_is_not_given_stays(when: dict[str, Any]) -> None:
    before = defined(FULL | when)
    after = edited(msgspec.to_builtins(before), {"description": "for all"})
    assert defined(after) == msgspec.structs.replace(before, description="for all")


@pytest.mark.parametrize("when", WAYS)
def test_another_way_to_say_when_stands_in_for_the_one_that_was(when: dict[str, Any]) -> None:
    after = defined(edited(msgspec.to_builtins(defined(FULL | when)), {"interval": "2h"}))
    assert (after.when, after.interval_ms, after.cron, after.run_at_ms) == ("interval", 7_200_000, "", 0)
