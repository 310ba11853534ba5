"""A missing extra is told in one sentence with the remedy."""

import tomllib
from pathlib import Path

import pytest

from tickwheel.cli.extras import BROUGHT_BY, MissingExtraError, import_with_extras

ROOT = Path(__file__).parents[3]


@pytest.fixture
def module_importing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "needs_an_extra.py").write_text("import psycopg_pool.nowhere\n")
    monkeypatch.syspath_prepend(tmp_path)
    return "needs_an_extra"


def test_names_the_extra_and_the_command(module_importing: str) -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'tickwheel\[server\]'"):
        import_with_extras(module_importing)


def test_a_module_that_no_extra_brings_is_a_bug_and_shows_itself() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_with_extras("tickwheel.no_such_module")


def test_every_extra_named_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(BROUGHT_BY.values()) <= set(extras)
