"""`tickwheel migrate`: brings the database up to date."""

from importlib.util import find_spec
from typing import Annotated, NamedTuple

import typer

from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_rows


class Component(NamedTuple):
    """A part of Tickwheel that keeps tables: its migrations and the schema they build."""

    name: str
    package: str
    schema: str


# The API's users and sessions are no projection: they stay when the read models are rebuilt and swapped.
COMPONENTS = (
    Component("projector", "tickwheel.projector.sql", "tickwheel"),
    Component("api", "tickwheel.command_api.sql", "tickwheel_api"),
)


def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be applied.")] = False,
    output: FormatOption = Format.table,
) -> None:
    """Bring the tables in Postgres up to date. Safe to run again, and from several places at once."""
    from tickwheel.runtime.settings import MigrateSettings, load

    postgres = import_with_extras("tickwheel.runtime.postgres")
    work = postgres.pending if dry_run else postgres.migrate
    with postgres.connect(load(MigrateSettings).postgres, "migrate") as connection:
        rows = [
            {"component": component.name, "schema": component.schema, "migration": migration.file}
            for component in present_components()
            for migration in work(connection, component.package, component.schema)
        ]
    if not rows and output is Format.table:
        print("The database is up to date.")
        return
    heading = "PENDING" if dry_run else "APPLIED"
    show_rows(rows, {"component": "COMPONENT", "schema": "SCHEMA", "migration": heading}, output)


def present_components() -> list[Component]:
    """Those whose migrations are part of this installation."""
    return [component for component in COMPONENTS if find_spec(component.package) is not None]
