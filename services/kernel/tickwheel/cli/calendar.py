"""`tickwheel calendar ...`: the named calendars in which jobs do not run, or wait."""

import pathlib
from typing import Annotated, Any

import typer

from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.cli.remote import WatchOption, connect, json_object, show_or_watch

app = typer.Typer(help="Keep calendars of days on which jobs do not run.", no_args_is_help=True)

NameArgument = Annotated[str, typer.Argument(help="The calendar's name.")]
COLUMNS = {
    "name": "NAME",
    "effect": "EFFECT",
    "everywhere": "EVERYWHERE",
    "timezone": "ZONE",
    "version": "VERSION",
}


@app.command("list")
def list_calendars(watch: WatchOption = False, output: FormatOption = Format.table) -> None:
    """List calendars by name."""
    show_or_watch(lambda client: show_rows(client.list_calendars()["items"], COLUMNS, output), watch)


@app.command()
def show(name: NameArgument, output: FormatOption = Format.table) -> None:
    """Show a calendar and the jobs that name it."""
    with connect() as client:
        show_one(client.show_calendar(name), output)


@app.command()
def define(
    name: NameArgument,
    effect: Annotated[
        str, typer.Option(help="exclude: due times inside are skipped; hold: they wait.")
    ] = "exclude",
    day: Annotated[
        list[str] | None, typer.Option(help="A whole day, as 2026-12-24; may be given again.")
    ] = None,
    timezone: Annotated[str, typer.Option("--tz", help="IANA zone of its days.")] = "UTC",
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="For every job: a maintenance window.")
    ] = False,
    file: Annotated[
        pathlib.Path | None, typer.Option("--file", "-f", help="The whole calendar as JSON, with windows.")
    ] = None,
    version: Annotated[int, typer.Option(min=0, help="Only if it still has this version; 0: any.")] = 0,
    output: FormatOption = Format.table,
) -> None:
    """Make a calendar, or replace it."""
    body: dict[str, Any] = {
        "effect": effect,
        "days": day or [],
        "timezone": timezone,
        "everywhere": everywhere,
    }
    if file is not None:
        body = json_object(file.read_text("utf-8"))
    with connect() as client:
        show_one(client.define_calendar(name, body, version), output)


@app.command()
def delete(name: NameArgument, output: FormatOption = Format.table) -> None:
    """Remove a calendar: it stops nobody any more."""
    with connect() as client:
        show_one(client.delete_calendar(name), output)
