"""`tickwheel scheduler`: starts the service tickwheel.scheduler."""

import typer

from tickwheel.cli.extras import import_with_extras


def scheduler() -> None:
    """Decide commands, keep the wheel and dispatch executions, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.scheduler.__main__").main())
