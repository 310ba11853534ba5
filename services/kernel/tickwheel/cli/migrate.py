"""`tickwheel migrate`: brings the database up to date."""

from typing import Annotated

import typer

from tickwheel.cli.cluster import settings_here
from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_rows


def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be applied.")] = False,
    output: FormatOption = Format.table,
) -> None:
    """Bring the tables in Postgres up to date. Safe to run again, and from several places at once."""
    from tickwheel.runtime.settings import MigrateSettings

    postgres = import_with_extras("tickwheel.runtime.postgres")
    components = import_with_extras("tickwheel.runtime.postgres.components")
    work = postgres.pending if dry_run else postgres.migrate
    with postgres.connect(settings_here(MigrateSettings).postgres, "migrate") as connection:
        rows = [
            {"component": component.name, "schema": component.schema, "migration": migration.file}
            for component in components.present_components()
            for migration in work(connection, component.package, component.schema)
        ]
    if not rows and output is Format.table:
        print("The database is up to date.")
        return
    heading = "PENDING" if dry_run else "APPLIED"
    show_rows(rows, {"component": "COMPONENT", "schema": "SCHEMA", "migration": heading}, output)
