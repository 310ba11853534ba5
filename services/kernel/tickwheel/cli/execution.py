"""`tickwheel execution ...`: look at and steer executions through the API."""

import threading
from typing import TYPE_CHECKING, Annotated

import typer

from tickwheel.cli.execution_lines import line_text
from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.cli.remote import LimitOption, WatchOption, connect, show_or_watch
from tickwheel.cli.words import id_that, one_of
from tickwheel.protocol.vocabulary import ExecutionStatus, LogLevel

if TYPE_CHECKING:
    from tickwheel.client import Client

app = typer.Typer(help="Look at and steer executions.", no_args_is_help=True)

ExecutionArgument = Annotated[
    str, typer.Argument(parser=id_that("tickwheel execution list"), metavar="ID", help="The execution's id.")
]
COLUMNS = {
    "execution_id": "EXECUTION",
    "job_name": "JOB",
    "status": "STATUS",
    "attempt": "ATTEMPT",
    "due_at": "DUE",
    "started_at": "STARTED",
    "finished_at": "FINISHED",
}
ATTEMPT_COLUMNS = {
    "attempt": "ATTEMPT",
    "status": "STATUS",
    "worker_id": "WORKER",
    "started_at": "STARTED",
    "finished_at": "FINISHED",
    "error_class": "ERROR",
    "error_message": "MESSAGE",
}
FOLLOW_EVERY_S = 0.5


@app.command("list")
def list_executions(
    job: Annotated[str, typer.Option(help="Only of this job, by name or id.")] = "",
    status: Annotated[
        list[str] | None,
        typer.Option(
            parser=one_of(ExecutionStatus), metavar="STATUS", help="Only these; may be given again."
        ),
    ] = None,
    queue: Annotated[str, typer.Option(help="Only of this queue.")] = "",
    limit: LimitOption = 50,
    watch: WatchOption = False,
    output: FormatOption = Format.table,
) -> None:
    """List executions, the newest first."""
    query = {"status": status, "queue": queue, "limit": limit, "total": "false"}
    show_or_watch(
        lambda client: show_rows(client.list_executions(job, **query)["items"], COLUMNS, output), watch
    )


@app.command()
def show(
    execution: ExecutionArgument, watch: WatchOption = False, output: FormatOption = Format.table
) -> None:
    """Show an execution with its attempts."""
    show_or_watch(lambda client: _show(client, execution, output), watch)


@app.command()
def why(execution: ExecutionArgument, output: FormatOption = Format.table) -> None:
    """Say why an execution does not run yet, or how it ended."""
    with connect() as client:
        found = client.why(execution)
        if output is Format.json:
            show_one(found, output)
        else:
            print(found["why"])


@app.command()
def logs(
    execution: ExecutionArgument,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on until the execution ends.")] = False,
    level: Annotated[
        str,
        typer.Option(
            parser=one_of(LogLevel),
            metavar="LEVEL",
            help="Least important level: debug, info, warning, error.",
        ),
    ] = "debug",
) -> None:
    """Print the lines that the handler wrote."""
    pause = threading.Event()
    after = "0:0"
    with connect() as client:
        while True:
            after, ended, more = _print_lines(client, execution, after, level)
            if not more and (ended or not follow):
                return
            if not more:
                pause.wait(FOLLOW_EVERY_S)


@app.command()
def cancel(
    execution: ExecutionArgument,
    reason: Annotated[str, typer.Option(help="Why, for people.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """End an execution that waits or runs."""
    with connect() as client:
        show_one(client.cancel_execution(execution, reason), output)


@app.command()
def retry(execution: ExecutionArgument, output: FormatOption = Format.table) -> None:
    """Run a failed execution again, as a new execution."""
    with connect() as client:
        show_one(client.retry_execution(execution), output)


def _show(client: "Client", execution: str, output: Format) -> None:
    found = client.show_execution(execution)
    show_one(found, output, {"attempts": ATTEMPT_COLUMNS})
    tracebacks = [one["traceback"] for one in found["attempts"] if one["traceback"]]
    if tracebacks and output is not Format.json:
        print(f"\n{tracebacks[-1].rstrip()}")


def _print_lines(client: "Client", execution: str, after: str, level: str) -> tuple[str, bool, bool]:
    """(place of the last line, whether the execution has ended, whether there may be more at once)."""
    body = client.execution_logs(execution, after, level)
    for line in body["items"]:
        print(line_text(line))
        after = f"{line['attempt']}:{line['line']}"
    return after, bool(body["ended"]), bool(body["items"])
