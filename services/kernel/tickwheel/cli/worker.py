"""`tickwheel worker`: starts the service tickwheel.worker with an application's handlers."""

from typing import Annotated

import typer

from tickwheel.cli.extras import import_with_extras


def worker(
    app: Annotated[
        str | None,
        typer.Argument(help="Where the handlers are, as module:attribute; none: the built-in handlers."),
    ] = None,
) -> None:
    """Claim executions and run their handlers, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.worker.__main__").main(app))
