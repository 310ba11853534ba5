"""Reading the numbered files of a package."""

from pathlib import Path

import pytest

from tickwheel.runtime.postgres import MigrationError, read_migrations


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An importable package named after the test's directory."""
    folder = tmp_path / f"migrations_{tmp_path.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_files_are_read_in_the_order_of_their_numbers(package: Path) -> None:
    (package / "0002_more.sql").write_text("select 2")
    (package / "0001_first.sql").write_text("select 1")
    (package / "notes.txt").write_text("not a migration")
    found = read_migrations(package.name)
    assert [(migration.number, migration.file, migration.sql) for migration in found] == [
        (1, "0001_first.sql", "select 1"),
        (2, "0002_more.sql", "select 2"),
    ]


def test_the_checksum_does_not_depend_on_line_endings(package: Path) -> None:
    (package / "0001_a.sql").write_bytes(b"select 1;\r\nselect 2;\r\n")
    (package / "0002_b.sql").write_bytes(b"select 1;\nselect 2;\n")
    first, second = read_migrations(package.name)
    assert first.checksum == second.checksum


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["0001_a.sql", "0003_c.sql"], "expected migration 0002 where 0003_c.sql stands"),
        (["0001_a.sql", "0001_b.sql"], "expected migration 0002 where 0001_b.sql stands"),
        (["1_a.sql"], "1_a.sql is not named like 0001_what_it_does.sql"),
    ],
)
def test_gaps_repeats_and_odd_names_are_refused(package: Path, files: list[str], message: str) -> None:
    for file in files:
        (package / file).write_text("select 1")
    with pytest.raises(MigrationError, match=message):
        read_migrations(package.name)
