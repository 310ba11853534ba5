"""Postgres: connections and migrations. Needs the `server` extra, so nothing outside this package imports it at the top."""

from tickwheel.runtime.postgres.connect import RETRIABLE, connect, open_pool
from tickwheel.runtime.postgres.errors import MigrationError, PostgresFault, UnreachableError
from tickwheel.runtime.postgres.migrate import migrate, pending, require_current
from tickwheel.runtime.postgres.migrations import Migration, read_migrations

__all__ = [
    "RETRIABLE",
    "Migration",
    "MigrationError",
    "PostgresFault",
    "UnreachableError",
    "connect",
    "migrate",
    "open_pool",
    "pending",
    "read_migrations",
    "require_current",
]
