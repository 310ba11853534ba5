"""Slips are answered with the word that was probably meant."""

import httpx2
import pytest
from pydantic import ValidationError

from tickwheel.command_api import wording
from tickwheel.command_api.app import bare_app
from tickwheel.command_api.errors import StretchUnreadableError
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.problems import of_foreseen, of_invalid
from tickwheel.runtime.log.errors import RetriableError


@pytest.fixture
async def http() -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(bare_app()), base_url="http://tickwheel.test")


def test_a_field_that_no_body_has_is_answered_with_the_nearest() -> None:
    with pytest.raises(ValidationError) as wrong:
        JobSpec.model_validate({"name": "a", "handler": "b", "max_retires": 3})
    problem = of_invalid(list(wrong.value.errors()), skip=0)
    assert problem.detail == "max_retires: there is no such field: did you mean max_retries?"


async def test_a_path_that_nothing_is_at_is_told(http: httpx2.AsyncClient) -> None:
    lost = await http.get("/api/v1/jbs")
    assert (lost.status_code, lost.json()["detail"]) == (404, "there is nothing at /api/v1/jbs")


@pytest.mark.parametrize("fault", [RetriableError("timed out"), StretchUnreadableError()])
def test_a_journal_that_cannot_be_read_is_worth_another_try(fault: Exception) -> None:
    problem = of_foreseen(fault)
    assert (problem.status, problem.code, problem.headers) == (
        503,
        "journal_unavailable",
        {"Retry-After": "1"},
    )


@pytest.mark.parametrize(
    ("field", "message", "said_field", "said"),
    [
        (
            "cron",
            "expected a minute that cron knows, but got '61'",
            "schedule",
            "expected a minute that cron knows, but got '61'",
        ),
        (
            "run_at_ms",
            "expected run_at_ms to be from 0 to 253402300799000, but it is -31536000000",
            "run_at",
            "expected run_at to be from 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z, but it is 1969-01-01T00:00:00Z",
        ),
        (
            "end_at_ms",
            "expected end_at_ms to be after start_at_ms (1767261600000), but it is 253402343999000",
            "end_at",
            "expected end_at to be after start_at (2026-01-01T10:00:00Z), but it is 253402343999000",
        ),
        (
            "priority",
            "expected priority to be from 0 to 100",
            "priority",
            "expected priority to be from 0 to 100",
        ),
    ],
)
def test_a_schedulers_refusal_speaks_of_the_fields_and_instants_of_the_request(
    field: str, message: str, said_field: str, said: str
) -> None:
    assert wording.of_refusal(field, message) == (said_field, said)
