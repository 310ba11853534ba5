"""`tickwheel projection status|rebuild|verify`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

from tickwheel.cli.cluster import settings_here
from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_rows

app = typer.Typer(help="Look at the Postgres tables, check them, make them anew.", no_args_is_help=True)


@app.command()
def status(output: FormatOption = Format.table) -> None:
    """List how far each partition is in the tables; exit code 1 if one is stopped."""
    partitions = _operator().status()
    columns = {
        "topic": "TOPIC",
        "partition": "PARTITION",
        "next_offset": "NEXT OFFSET",
        "behind": "BEHIND",
        "projected_at": "PROJECTED AT",
        "stopped": "STOPPED",
    }
    show_rows([partition._asdict() for partition in partitions], columns, output)
    if any(partition.stopped for partition in partitions):
        raise typer.Exit(1)


@app.command()
def rebuild() -> None:
    """Make the tables anew from the journal, beside the old ones, and swap them when they are the same age."""
    with _progress("Rebuilding") as progress:
        events = _operator().rebuild(progress)
    print(f"The tables were made anew from {events} events.")


@app.command()
def verify(output: FormatOption = Format.table) -> None:
    """Compare the tables with the journal and name each difference; exit code 1 if there is one."""
    with _progress("Replaying the journal") as progress:
        differences = _operator().verify(progress)
    columns = {
        "table": "TABLE",
        "key": "KEY",
        "column": "COLUMN",
        "live": "TABLE HAS",
        "journal": "JOURNAL SAYS",
    }
    if differences or output is Format.json:
        show_rows([difference._asdict() for difference in differences], columns, output)
    else:
        print("The tables are equal to the journal.")
    if differences:
        raise typer.Exit(1)


def _operator() -> Any:
    from tickwheel.runtime.settings import ProjectorSettings

    return import_with_extras("tickwheel.projector.operate").Operator(settings_here(ProjectorSettings))


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time left, on stderr, so that what is printed stays clean."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)
