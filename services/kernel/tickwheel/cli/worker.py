"""`tickwheel worker`: starts the service tickwheel.worker with an application's handlers."""

from typing import Annotated

import typer

from tickwheel.cli.extras import import_with_extras


def worker(
    app: Annotated[
        str | None,
        typer.Argument(help="Where the handlers are, as module:attribute; none: the built-in handlers."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only print which jobs a start would declare, and end.")
    ] = False,
) -> None:
    """Claim executions and run their handlers, until a signal."""
    root = import_with_extras("tickwheel.worker.__main__")
    raise typer.Exit(root.plan(app) if dry_run else root.main(app))
