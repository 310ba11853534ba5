"""The pytest plugin, as users meet it: the tests of docs/testing.md, run by pytest in a folder of their own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


def example(page: str, begins: str) -> str:
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    return str(next(block for block in blocks if block.startswith(begins)))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A user's project, before it has tests."""
    (tmp_path / "billing.py").write_text(example("handlers.md", "# billing.py"))
    (tmp_path / "pyproject.toml").write_text(example("testing.md", "[tool.pytest.ini_options]"))
    return tmp_path


def run(project: Path, *options: str) -> str:
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers"]
    ran = subprocess.run(
        [*argv, *options], cwd=project, capture_output=True, text=True, timeout=280, check=False
    )
    return ran.stdout + ran.stderr


def test_the_tests_in_virtual_time_pass(project: Path) -> None:
    (project / "test_billing.py").write_text(example("testing.md", "# test_billing.py"))
    assert "4 passed" in run(project)


def test_a_failing_job_fails_its_test(project: Path) -> None:
    test = "async def test_it(tickwheel):\n    await tickwheel.advance('3d')\n    assert tickwheel.executions() == []\n"
    (project / "test_billing.py").write_text(test)
    assert "1 failed" in run(project)


def test_says_how_to_name_the_application(project: Path) -> None:
    (project / "test_billing.py").write_text("def test_it(tickwheel): ...\n")
    assert 'set tickwheel_app = "billing:app"' in run(project, "-o", "tickwheel_app=")


def test_an_application_can_come_from_a_fixture(project: Path) -> None:
    fixture = "import pytest, billing\n@pytest.fixture\ndef tickwheel_app(): return billing.app\n"
    (project / "test_billing.py").write_text(f"{fixture}def test_it(tickwheel): assert tickwheel.events()\n")
    assert "1 passed" in run(project, "-o", "tickwheel_app=")
