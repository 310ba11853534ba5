"""The wheel: everything that the code reads is in it, and the base install works without the extras."""

import json
import pathlib
import subprocess

import pytest
from tests.installation import ROOT, install

PARTS = sorted(folder for folder in ROOT.glob("services/*/tickwheel/*") if (folder / "__init__.py").is_file())
DASHBOARD = ROOT / "services/command_api/tickwheel/command_api/dashboard"
BESIDE_CODE = {".sql", ".lock", ".typed"}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    return install(tmp_path_factory.mktemp("wheel") / "venv")


@pytest.fixture(scope="module")
def installed(programs: pathlib.Path) -> pathlib.Path:
    [package] = programs.parent.glob("lib/python*/site-packages/tickwheel")
    return package


def run(programs: pathlib.Path, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [str(programs / argv[0]), *argv[1:]]
    return subprocess.run(command, cwd=programs, capture_output=True, text=True, timeout=60, check=False)


def test_has_every_file_that_stands_beside_the_code(installed: pathlib.Path) -> None:
    wanted = {
        str(path.relative_to(part.parent))
        for part in PARTS
        for path in part.rglob("*")
        if path.suffix in {".py", *BESIDE_CODE}
    }
    found = {str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file()}
    assert wanted - found == set()


def test_has_every_schema(installed: pathlib.Path) -> None:
    wanted = {str(path.relative_to(ROOT / "schemas")) for path in (ROOT / "schemas").rglob("*.avsc")}
    found = {str(path.relative_to(installed / "schemas")) for path in installed.rglob("*.avsc")}
    assert len(wanted) > 50
    assert found == wanted


def test_has_the_dashboard(installed: pathlib.Path) -> None:
    """`make test` builds it first; by hand: `make dashboard`."""
    wanted = {str(path.relative_to(DASHBOARD)) for path in DASHBOARD.rglob("*") if path.is_file()}
    found = installed / "command_api" / "dashboard"
    assert "index.html" in wanted
    assert {str(path.relative_to(found)) for path in found.rglob("*") if path.is_file()} == wanted


def test_tells_type_checkers_that_every_part_is_typed(installed: pathlib.Path) -> None:
    assert len(PARTS) >= 10
    assert [part.name for part in PARTS if not (installed / part.name / "py.typed").is_file()] == []


def test_the_base_install_runs(programs: pathlib.Path) -> None:
    done = run(programs, "tickwheel", "version", "-o", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tickwheel"]
    assert run(programs, "tickwheel", "--help").returncode == 0


def test_the_base_install_has_what_a_worker_needs(programs: pathlib.Path) -> None:
    """The schemas are read from the wheel: there is no checkout beside this environment."""
    script = """
from tickwheel.runtime.codec import Codec
from tickwheel.worker import App
import tickwheel.client, tickwheel.worker.__main__
Codec()
App("reports")
"""
    done = run(programs, "python", "-c", script)
    assert done.returncode == 0, done.stderr


def test_names_the_extra_that_is_missing(programs: pathlib.Path) -> None:
    done = run(programs, "tickwheel", "dev")
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("pip install 'tickwheel[all]'")
