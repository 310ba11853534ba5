"""`tickwheel housekeeping`: starts the worker that runs Tickwheel's own jobs."""

import typer

from tickwheel.cli.extras import import_with_extras


def housekeeping() -> None:
    """Run `system:data-cleanup` and whatever else Tickwheel does for itself, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.housekeeping.__main__").main())
