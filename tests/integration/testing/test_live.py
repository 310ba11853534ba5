"""The fixture for the real thing, as docs/testing.md shows it."""

from pathlib import Path

import psutil
import pytest
from tests.unit.testing.test_plugin import example, project, run

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

__all__ = ["project"]


def test_the_test_on_the_real_thing_passes_and_leaves_nothing_behind(project: Path) -> None:
    (project / "test_live.py").write_text(example("testing.md", "# test_live.py"))
    assert "1 passed" in run(project)
    assert [process for process in psutil.process_iter() if _works_in(process, project)] == []


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return Path(process.cwd()).is_relative_to(folder)
    except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
        return False
