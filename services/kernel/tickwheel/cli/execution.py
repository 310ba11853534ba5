"""`tickwheel execution ...`: look at executions through the API."""

from typing import Annotated, Any

import typer

from tickwheel.cli.output import Format, FormatOption, show_one, show_rows

app = typer.Typer(help="Look at executions.", no_args_is_help=True)

COLUMNS = {
    "execution_id": "EXECUTION",
    "job_name": "JOB",
    "status": "STATUS",
    "attempt": "ATTEMPT",
    "due_at": "DUE",
    "started_at": "STARTED",
    "finished_at": "FINISHED",
}


@app.command("list")
def list_executions(
    job: Annotated[str, typer.Option(help="Only of this job, by name or id.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=500)] = 50,
    output: FormatOption = Format.table,
) -> None:
    """List executions, the newest first."""
    with _client() as client:
        show_rows(client.list_executions(limit, job), COLUMNS, output)


@app.command()
def show(
    execution: Annotated[str, typer.Argument(help="The execution's id.")], output: FormatOption = Format.table
) -> None:
    """Show an execution."""
    with _client() as client:
        show_one(client.show_execution(execution), output)


def _client() -> Any:
    from tickwheel.client import Client

    return Client()
