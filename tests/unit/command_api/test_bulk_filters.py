"""A filter of a bulk operation finds what its author meant, or is refused: it never finds more."""

from typing import Any

import pytest

from tickwheel.command_api.bulk import filters
from tickwheel.command_api.bulk.actions import ACTIONS, LIVE, ActionName
from tickwheel.command_api.problems import Problem

ID = "6f1c5d0e-1f0b-5d7e-9f53-7469636b7768"


def read(action: ActionName, **given: Any) -> dict[str, Any]:
    return filters.read(ACTIONS[action].listing, given, ACTIONS[action].only)


@pytest.mark.parametrize(
    "given",
    [
        {"ids": []},
        {"ids": None},
        {"ids": "everything"},
        {"ids": [None]},
        {"handler": ""},
        {"handler": None},
        {"handler": []},
        {"handler": {}},
        {"handler": "a\x00"},
        {"owner": 10**400},
        {"owner": 1.5},
        {"status": []},
        {"status": 5},
        {"status": ["ASLEEP"]},
        {"tags": {}},
        {"tags": "team=billing"},
        {"tags": {"team": 1}},
        {"deleted": "perhaps"},
        {"when": "sometimes"},
        {"job": "report"},
        {"colour": "red"},
    ],
)
def test_what_a_list_would_take_for_no_filter_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(Problem) as refused:
        read("delete_jobs", **given)
    assert refused.value.status == 422
    assert refused.value.field.startswith("filter")


def test_a_status_narrows_what_an_action_is_about_and_never_widens_it() -> None:
    assert read("cancel_executions")["status"] == LIVE
    assert read("cancel_executions", status="PENDING")["status"] == ["PENDING"]
    assert read("cancel_executions", status=["RUNNING", "COMPLETED"])["status"] == ["RUNNING"]
    assert read("retry_dead_letters", status=["OPEN"])["status"] == "OPEN"


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("cancel_executions", {"status": ["COMPLETED"]}),
        ("retry_executions", {"status": "RUNNING"}),
        ("dismiss_dead_letters", {"status": "REDRIVEN"}),
        ("delete_jobs", {"deleted": True}),
    ],
)
def test_what_an_action_can_do_nothing_for_is_refused(action: ActionName, given: dict[str, Any]) -> None:
    with pytest.raises(Problem, match="the action is about no others"):
        read(action, **given)


def test_filters_are_read_as_lists_and_their_addresses_write_them() -> None:
    assert read("pause_jobs", ids=[ID], tags='{"team": "billing"}', deleted="false") == {
        "ids": [ID],
        "tags": '{"team": "billing"}',
        "deleted": False,
    }
    assert read("retry_executions", job="report", since="2026-01-01T00:00:00Z")["job"] == "report"
