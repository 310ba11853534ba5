"""A database with a package of migrations that a test can write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tickwheel.runtime.postgres import connect
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import PostgresGroup
from tickwheel.runtime.settings.values import SecretUrl


@pytest.fixture
def group(database: str) -> PostgresGroup:
    return PostgresGroup(dsn=SecretUrl(database))


@pytest.fixture
def connection(group: PostgresGroup) -> Iterator[Connection]:
    with connect(group, "test") as connection:
        yield connection


class MigrationFiles:
    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "__init__.py").touch()
        self._folder = folder
        self.package = folder.name

    def write(self, file: str, sql: str) -> None:
        (self._folder / file).write_text(sql)

    def remove(self, file: str) -> None:
        (self._folder / file).unlink()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MigrationFiles:
    monkeypatch.syspath_prepend(tmp_path)
    return MigrationFiles(tmp_path / f"migrations_{tmp_path.name}")
