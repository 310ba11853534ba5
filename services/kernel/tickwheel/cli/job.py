"""`tickwheel job ...`: make, look at and steer jobs through the API."""

import pathlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tickwheel.cli.edit import edited
from tickwheel.cli.instants import instant_text, show_instant
from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.cli.remote import (
    LimitOption,
    WatchOption,
    connected_about,
    json_object,
    show_or_watch,
)
from tickwheel.cli.words import one_of
from tickwheel.protocol.vocabulary import CatchUp, JobStatus

if TYPE_CHECKING:
    from tickwheel.client import Client

app = typer.Typer(help="Make, look at and steer jobs.", no_args_is_help=True)

JobArgument = Annotated[str, typer.Argument(help="The job's name or id.")]
ScheduleOption = Annotated[str | None, typer.Option(help="Cron expression.")]
EveryOption = Annotated[str | None, typer.Option(help="Interval, as 15m, 1d12h or PT15M.")]
RunAtOption = Annotated[
    str | None,
    typer.Option(
        parser=instant_text, metavar="INSTANT", help="Instant with offset, as 2026-01-31T09:00:00+01:00."
    ),
]
MoreOption = Annotated[
    str, typer.Option(help="Further fields as a JSON object, such as '{\"max_retries\": 5}'.")
]
UnknownHandlerOption = Annotated[
    bool, typer.Option("--allow-unknown-handler", help="Accept a handler that no live worker has.")
]
COLUMNS = {
    "name": "NAME",
    "status": "STATUS",
    "handler": "HANDLER",
    "next_due_at": "NEXT",
    "last_status": "LAST",
}
EVENT_COLUMNS = {
    "at": "AT",
    "sequence": "NUMBER",
    "type": "EVENT",
    "execution_id": "EXECUTION",
    "actor": "BY",
}


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="Unique name of the job.")],
    handler: Annotated[str, typer.Option(help="Handler to run, such as reports.daily.")],
    schedule: ScheduleOption = None,
    timezone: Annotated[str, typer.Option("--tz", help="IANA zone of the schedule.")] = "UTC",
    every: EveryOption = None,
    run_at: RunAtOption = None,
    delay: Annotated[str | None, typer.Option(help="Run it once, after this time, as 90s.")] = None,
    now: Annotated[bool, typer.Option("--now", help="Run it once, now.")] = False,
    payload: Annotated[str, typer.Option(help="JSON object for the handler.")] = "{}",
    priority: Annotated[int, typer.Option(min=0, max=100, help="0 to 100, higher first.")] = 50,
    queue: Annotated[str, typer.Option(help="Which workers run it.")] = "default",
    more: MoreOption = "{}",
    allow_unknown_handler: UnknownHandlerOption = False,
    key: Annotated[str, typer.Option(help="Idempotency key: the same again is the same job.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Make a job. Say when with --schedule, --every, --run-at, --delay or --now; without, it runs when triggered."""
    spec: dict[str, Any] = {
        "name": name,
        "handler": handler,
        "payload": json_object(payload),
        "timezone": timezone,
        "priority": priority,
        "queue": queue,
        "now": now,
        "allow_unknown_handler": allow_unknown_handler,
    }
    when = {"schedule": schedule, "interval": every, "run_at": run_at, "delay": delay}
    spec |= {field: value for field, value in when.items() if value is not None}
    with connected_about(name, handler) as client:
        show_one(client.create_job(spec | json_object(more), key), output)


@app.command()
def update(
    job: JobArgument,
    schedule: ScheduleOption = None,
    timezone: Annotated[str | None, typer.Option("--tz", help="IANA zone of the schedule.")] = None,
    every: EveryOption = None,
    run_at: RunAtOption = None,
    handler: Annotated[str | None, typer.Option(help="Handler to run.")] = None,
    payload: Annotated[str | None, typer.Option(help="JSON object for the handler.")] = None,
    priority: Annotated[int | None, typer.Option(min=0, max=100, help="0 to 100, higher first.")] = None,
    queue: Annotated[str | None, typer.Option(help="Which workers run it.")] = None,
    more: MoreOption = "{}",
    allow_unknown_handler: UnknownHandlerOption = False,
    file: Annotated[
        pathlib.Path | None,
        typer.Option(
            "--file", "-f", exists=True, dir_okay=False, help="The whole definition as JSON instead."
        ),
    ] = None,
    version: Annotated[int, typer.Option(min=0, help="Only if it still has this version; 0: any.")] = 0,
    output: FormatOption = Format.table,
) -> None:
    """Change what is given of a job's definition; the rest stays."""
    given = {
        "schedule": schedule,
        "timezone": timezone,
        "interval": every,
        "run_at": run_at,
        "handler": handler,
        "payload": None if payload is None else json_object(payload),
        "priority": priority,
        "queue": queue,
    }
    changes = {field: value for field, value in given.items() if value is not None} | json_object(more)
    if bool(changes) == (file is not None):
        raise typer.BadParameter("say what to change, such as --every 2h, or give the whole with --file")
    with connected_about(job, handler or "") as client:
        if file is not None:
            spec = json_object(file.read_text("utf-8"))
        else:
            now = client.show_job(job)
            spec, version = edited(now["definition"], changes), version or now["version"]
        if allow_unknown_handler:
            spec["allow_unknown_handler"] = True
        show_one(client.update_job(job, spec, version), output)


@app.command("list")
def list_jobs(
    search: Annotated[str, typer.Option("--search", "-s", help="Part of name, handler or description.")] = "",
    status: Annotated[
        list[str] | None,
        typer.Option(parser=one_of(JobStatus), metavar="STATUS", help="Only these; may be given again."),
    ] = None,
    handler: Annotated[str, typer.Option(help="Only of this handler.")] = "",
    tag: Annotated[list[str] | None, typer.Option(help="As team=billing; may be given again.")] = None,
    sort: Annotated[str, typer.Option(help="A column, with a minus in front for descending.")] = "",
    limit: LimitOption = 50,
    watch: WatchOption = False,
    output: FormatOption = Format.table,
) -> None:
    """List jobs, the newest first."""
    query = {
        "q": search,
        "status": status,
        "handler": handler,
        "tag": tag,
        "sort": sort,
        "limit": limit,
        "total": "false",
    }
    show_or_watch(lambda client: show_rows(client.list_jobs(**query)["items"], COLUMNS, output), watch)


@app.command()
def show(job: JobArgument, watch: WatchOption = False, output: FormatOption = Format.table) -> None:
    """Show a job."""
    show_or_watch(lambda client: _show(client, job, output), watch, job)


@app.command("next")
def next_runs(
    job: JobArgument,
    count: Annotated[int, typer.Option("-n", min=1, max=100)] = 10,
    output: FormatOption = Format.table,
) -> None:
    """Show when a job will run next."""
    with connected_about(job) as client:
        columns = {"local": "WHEN", "due_at": "UTC", "note": "NOTE"}
        show_rows(client.next_runs(job, count)["items"], columns, output)


@app.command()
def history(
    job: JobArgument,
    at: Annotated[
        str | None,
        typer.Option(
            parser=instant_text,
            metavar="INSTANT",
            help="How it stood at this instant, as 2026-01-31T09:00:00Z.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000)] = 1_000,
    output: FormatOption = Format.table,
) -> None:
    """Show every event of a job, from the journal."""
    with connected_about(job) as client:
        events = client.job_history(job, at or "", limit)["items"]
    show_rows([event | {"at": show_instant(event["at_ms"])} for event in events], EVENT_COLUMNS, output)


@app.command()
def pause(
    job: JobArgument,
    reason: Annotated[str, typer.Option(help="Why, for people.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Stop a job's schedule until it is resumed."""
    with connected_about(job) as client:
        show_one(client.pause_job(job, reason), output)


@app.command()
def resume(
    job: JobArgument,
    missed: Annotated[
        str,
        typer.Option(
            parser=one_of(CatchUp), metavar="WORD", help="What fell into the pause: skip, latest or all."
        ),
    ] = "skip",
    output: FormatOption = Format.table,
) -> None:
    """Let a paused job's schedule go on."""
    with connected_about(job) as client:
        show_one(client.resume_job(job, missed), output)


@app.command()
def trigger(
    job: JobArgument,
    payload: Annotated[str, typer.Option(help="JSON object instead of the job's own.")] = "",
    run_at: Annotated[
        str | None,
        typer.Option(parser=instant_text, metavar="INSTANT", help="Instant with offset; now if left out."),
    ] = None,
    dedup_key: Annotated[str, typer.Option(help="Key for the job's dedup window.")] = "",
    key: Annotated[str, typer.Option(help="Idempotency key: the same again is the same run.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Run a job now, beside its schedule."""
    own = json_object(payload) if payload else None
    with connected_about(job) as client:
        show_one(client.trigger_job(job, own, run_at, dedup_key, key), output)


@app.command()
def backfill(
    job: JobArgument,
    since: Annotated[
        str, typer.Option(parser=instant_text, metavar="INSTANT", help="First instant of the range.")
    ],
    until: Annotated[
        str, typer.Option(parser=instant_text, metavar="INSTANT", help="First instant after it.")
    ],
    go: Annotated[
        bool, typer.Option("--go", help="Really run it; without, only say what would run.")
    ] = False,
    rate: Annotated[int, typer.Option(min=0, help="At most so many a minute; 0: as set up.")] = 0,
    output: FormatOption = Format.table,
) -> None:
    """Run a job for every due time of a past range."""
    with connected_about(job) as client:
        show_one(client.backfill_job(job, since, until, dry_run=not go, rate_per_minute=rate), output)


@app.command()
def delete(
    job: JobArgument,
    version: Annotated[int, typer.Option(min=0, help="Only if it still has this version; 0: any.")] = 0,
    output: FormatOption = Format.table,
) -> None:
    """End a job for good."""
    with connected_about(job) as client:
        show_one(client.delete_job(job, version), output)


def _show(client: "Client", job: str, output: Format) -> None:
    found = dict(client.show_job(job))
    if output is not Format.json:
        found |= _unusual(found, found.pop("definition"))
    show_one(found, output)


def _unusual(job: dict[str, Any], definition: Any) -> dict[str, Any]:
    """What the definition says besides the job's own fields, where it is not the default."""
    import msgspec

    from tickwheel.protocol.definition import JobDefinition

    usual = msgspec.to_builtins(JobDefinition(name="", handler=""))
    said = {name: value for name, value in definition.items() if value != usual.get(name)}
    told = dict(
        (name.removesuffix("_ms"), show_instant(value)) if name.endswith("_at_ms") else (name, value)
        for name, value in said.items()
    )
    return {name: value for name, value in told.items() if name not in job and name != "when"}
