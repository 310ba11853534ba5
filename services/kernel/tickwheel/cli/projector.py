"""`tickwheel projector`: starts the service tickwheel.projector."""

import typer

from tickwheel.cli.extras import import_with_extras


def projector() -> None:
    """Build the Postgres tables from the event journal, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.projector.__main__").main())
