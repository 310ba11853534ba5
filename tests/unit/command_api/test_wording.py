"""Slips are answered with the word that was probably meant."""

import httpx2
import pytest
from pydantic import ValidationError

from tickwheel.command_api.app import bare_app
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.problems import of_invalid


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
