"""The numbered `.sql` files of a package, as they are on disk. Knows no database."""

import re
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from tickwheel.runtime.postgres.errors import MigrationError

FILE_NAME = re.compile(r"(\d{4})_([a-z0-9_]+)\.sql")


class Migration(NamedTuple):
    number: int
    file: str
    """Name of the file, such as 0001_jobs.sql."""
    sql: str
    checksum: str
    """SHA-256 of the text, whatever the line endings of the check-out."""


def read_migrations(package: str) -> list[Migration]:
    """All migrations of a package in order. They are numbered 1, 2, 3 ... without gaps."""
    found = sorted(
        _migration(package, entry.name, entry.read_text(encoding="utf-8"))
        for entry in resources.files(package).iterdir()
        if entry.name.endswith(".sql")
    )
    for expected, migration in enumerate(found, start=1):
        if migration.number != expected:
            raise MigrationError(
                f"{package}: expected migration {expected:04d} where {migration.file} stands: "
                "numbers have no gaps and none is used twice, so rename the newer file"
            )
    return found


def _migration(package: str, file: str, text: str) -> Migration:
    name = FILE_NAME.fullmatch(file)
    if name is None:
        raise MigrationError(f"{package}: {file} is not named like 0001_what_it_does.sql: rename it")
    sql = text.replace("\r\n", "\n")
    return Migration(int(name[1]), file, sql, sha256(sql.encode()).hexdigest())
