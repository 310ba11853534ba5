"""The session in the README works by copy and paste."""

import pathlib
import re
import sys

import pytest
from tests.e2e.dev import Dev, eventually
from tests.installation import ROOT

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]


def blocks(language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )


def test_the_session_works_by_copy_and_paste(tmp_path: pathlib.Path) -> None:
    [jobs] = blocks("python")
    create, sql, log, own = blocks("bash")
    (tmp_path / "jobs.py").write_text(jobs)
    (tmp_path / ".venv").symlink_to(pathlib.Path(sys.executable).parents[1])
    with Dev(tmp_path, "--app", "jobs:app") as dev:
        shown = dev.shell(create)
        assert "nightly" in shown
        eventually(lambda: "hello COMPLETED" in dev.shell(sql))
        shown = dev.shell(log)
        assert "ExecutionCompleted" in shown
        assert "definition.name" in shown
        assert "the state is what they say" in shown
        dev.shell(own)
        eventually(lambda: "COMPLETED" in dev.run("execution list --job greeting"))
