"""`tickwheel watch`: starts the service tickwheel.watch."""

import typer

from tickwheel.cli.extras import import_with_extras


def watch() -> None:
    """Alarm when due work is not being started, and send notifications, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.watch.__main__").main())
