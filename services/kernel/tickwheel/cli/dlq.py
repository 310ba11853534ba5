"""`tickwheel dlq ...`: look at dead letters, run them again, or let them go."""

from typing import Annotated, Literal

import typer

from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.cli.remote import LimitOption, WatchOption, connect, json_object, show_or_watch
from tickwheel.cli.words import id_that, one_of

app = typer.Typer(help="Look at dead letters, run them again, or let them go.", no_args_is_help=True)

Status = Literal["OPEN", "REDRIVEN", "DISMISSED", "EXPIRED", "ANY"]
ExecutionArgument = Annotated[
    str,
    typer.Argument(
        parser=id_that("tickwheel dlq list"), metavar="ID", help="The id of the execution that failed."
    ),
]
COLUMNS = {
    "execution_id": "EXECUTION",
    "job_name": "JOB",
    "attempts": "ATTEMPTS",
    "error_class": "ERROR",
    "error_message": "MESSAGE",
    "failed_at": "FAILED",
}


@app.command("list")
def list_dead_letters(
    job: Annotated[str, typer.Option(help="Only of this job, by name or id.")] = "",
    handler: Annotated[str, typer.Option(help="Only of this handler.")] = "",
    status: Annotated[
        str,
        typer.Option(
            parser=one_of(Status), metavar="STATUS", help="OPEN, REDRIVEN, DISMISSED, EXPIRED or ANY."
        ),
    ] = "OPEN",
    limit: LimitOption = 50,
    watch: WatchOption = False,
    output: FormatOption = Format.table,
) -> None:
    """List executions that failed for good, the newest first."""
    query = {"job": job, "handler": handler, "status": status, "limit": limit, "total": "false"}
    show_or_watch(
        lambda client: show_rows(client.list_dead_letters(**query)["items"], COLUMNS, output), watch
    )


@app.command()
def retry(
    execution: ExecutionArgument,
    payload: Annotated[str, typer.Option(help="JSON object instead of the original.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Run a dead letter again, as a new execution."""
    own = json_object(payload) if payload else None
    with connect() as client:
        show_one(client.redrive_dead_letter(execution, own), output)


@app.command()
def dismiss(
    execution: ExecutionArgument,
    reason: Annotated[str, typer.Option(help="Why, for people.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Take a dead letter off the list without running it."""
    with connect() as client:
        show_one(client.dismiss_dead_letter(execution, reason), output)
