"""`tickwheel demo`: the first look is not empty, and a second time changes nothing."""

import pathlib
from typing import Any

import httpx2
import pytest
from tests.e2e.dev import Dev, eventually

from tickwheel.demo import jobs

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]


def test_fills_a_stack_once(tmp_path: pathlib.Path) -> None:
    with Dev(tmp_path, "--ephemeral") as dev:
        said = dev.shell("tickwheel demo --once")
        assert f"{len(jobs.ALL)} jobs made" in said

        def read(path: str, **params: Any) -> Any:
            at = dev.endpoints
            headers = {"Authorization": f"Bearer {at['admin_token']}"}
            return (
                httpx2.get(f"{at['api']}/api/v1{path}", params=params, headers=headers)
                .raise_for_status()
                .json()
            )

        days = {hour["day"] for hour in read("/calendar/past")["items"]}
        assert len(days) >= 7
        assert len(read("/dead-letter/groups")["items"]) >= 3
        assert len(read("/dependencies")["edges"]) >= 8
        assert read("/calendar/upcoming")["items"]
        assert len(read("/jobs/reports.daily-sales/versions")["items"]) == 3
        eventually(lambda: "no live worker in queue gpu" in why(read))
        before = read("/audit", limit=1)["total"]
        assert "0 jobs made" in dev.shell("tickwheel demo --once")
        assert read("/audit", limit=1)["total"] == before


def why(read: Any) -> str:
    [waiting] = read("/executions", job="ml.train")["items"]
    return str(read(f"/executions/{waiting['execution_id']}/why")["why"])
