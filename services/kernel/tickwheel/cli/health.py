"""`tickwheel health`: starts the stream that judges handlers."""

import typer

from tickwheel.cli.extras import import_with_extras


def health() -> None:
    """Merge what workers see of each handler into circuit-breaker verdicts, until a signal."""
    raise typer.Exit(import_with_extras("tickwheel.projector.health.__main__").main())
