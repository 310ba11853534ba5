"""`tickwheel api`: starts the service tickwheel.command_api."""

import typer

from tickwheel.cli.extras import import_with_extras


def api() -> None:
    """Serve the REST API, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.command_api.__main__").main())
