"""A minute of `make chaos`: one run with every part of it, so that neither the product nor the run itself rots."""

import json
from pathlib import Path

import pytest
from tests.chaos.run import run

pytestmark = [pytest.mark.kafka, pytest.mark.postgres, pytest.mark.timeout(600)]

MINUTES = 1.0


def test_keeps_every_promise_while_things_break(tmp_path: Path) -> None:
    outcome = run(seed=1, minutes=MINUTES, folder=tmp_path / "run", fleet=5)
    assert [finding.sentence for finding in outcome.verdict.findings] == []
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["faults"] > 0
    assert report["executions"]["completed"] > 100
    picture = (tmp_path / "run" / "picture.html").read_text()
    assert picture.count('class="fault"') == report["faults"]
