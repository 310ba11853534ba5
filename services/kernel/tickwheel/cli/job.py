"""`tickwheel job ...`: make, look at and steer jobs through the API."""

import json
from typing import Annotated, Any

import typer

from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.runtime.fault import Fault

app = typer.Typer(help="Make, look at and steer jobs.", no_args_is_help=True)

JobArgument = Annotated[str, typer.Argument(help="The job's name or id.")]
COLUMNS = {
    "name": "NAME",
    "status": "STATUS",
    "handler": "HANDLER",
    "next_due_at": "NEXT",
    "last_status": "LAST",
}


class PayloadError(Fault):
    """The payload is not a JSON object."""


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="Unique name of the job.")],
    handler: Annotated[str, typer.Option(help="Handler to run, such as reports.daily.")],
    schedule: Annotated[str | None, typer.Option(help="Cron expression.")] = None,
    timezone: Annotated[str, typer.Option("--tz", help="IANA zone of the schedule.")] = "UTC",
    run_at: Annotated[
        str | None, typer.Option(help="Instant with offset, as 2026-01-31T09:00:00+01:00.")
    ] = None,
    now: Annotated[bool, typer.Option("--now", help="Run it once, now.")] = False,
    payload: Annotated[str, typer.Option(help="JSON object for the handler.")] = "{}",
    priority: Annotated[int, typer.Option(min=0, max=100, help="0 to 100, higher first.")] = 50,
    queue: Annotated[str, typer.Option(help="Which workers run it.")] = "default",
    allow_unknown_handler: Annotated[
        bool, typer.Option("--allow-unknown-handler", help="Accept a handler that no live worker has.")
    ] = False,
    output: FormatOption = Format.table,
) -> None:
    """Make a job. Say when with --schedule, --run-at or --now; without, it runs when triggered."""
    spec: dict[str, Any] = {
        "name": name,
        "handler": handler,
        "payload": _payload(payload),
        "timezone": timezone,
        "priority": priority,
        "queue": queue,
        "now": now,
        "allow_unknown_handler": allow_unknown_handler,
    }
    spec |= {
        field: value for field, value in {"schedule": schedule, "run_at": run_at}.items() if value is not None
    }
    with _client() as client:
        show_one(client.create_job(spec), output)


@app.command("list")
def list_jobs(
    limit: Annotated[int, typer.Option(min=1, max=500)] = 50, output: FormatOption = Format.table
) -> None:
    """List jobs, the newest first."""
    with _client() as client:
        show_rows(client.list_jobs(limit), COLUMNS, output)


@app.command()
def show(job: JobArgument, output: FormatOption = Format.table) -> None:
    """Show a job."""
    with _client() as client:
        show_one(client.show_job(job), output)


@app.command()
def pause(job: JobArgument, output: FormatOption = Format.table) -> None:
    """Stop a job's schedule until it is resumed."""
    _steer(job, "pause", output)


@app.command()
def resume(job: JobArgument, output: FormatOption = Format.table) -> None:
    """Let a paused job's schedule go on."""
    _steer(job, "resume", output)


@app.command()
def trigger(job: JobArgument, output: FormatOption = Format.table) -> None:
    """Run a job now, beside its schedule."""
    _steer(job, "trigger", output)


@app.command()
def delete(job: JobArgument, output: FormatOption = Format.table) -> None:
    """End a job for good."""
    with _client() as client:
        show_one(client.delete_job(job), output)


def _steer(job: str, verb: str, output: Format) -> None:
    with _client() as client:
        show_one(client.steer_job(job, verb), output)


def _client() -> Any:
    from tickwheel.client import Client

    return Client()


def _payload(text: str) -> dict[str, Any]:
    try:
        payload = json.loads(text)
    except ValueError as error:
        raise PayloadError(
            f'The payload is not JSON ({error}): write it as \'{{"key": "value"}}\''
        ) from error
    if not isinstance(payload, dict):
        raise PayloadError('The payload must be a JSON object: write it as \'{"key": "value"}\'')
    return payload
