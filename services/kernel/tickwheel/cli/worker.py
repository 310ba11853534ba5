"""`tickwheel worker`: starts the service tickwheel.worker with an application's handlers; or looks at workers."""

import difflib
import os
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.cli.remote import WatchOption, connect, show_or_watch

if TYPE_CHECKING:
    from typer._click.core import Context

COLUMNS = {
    "worker_id": "WORKER",
    "instance": "NAME",
    "queue": "QUEUE",
    "status": "STATUS",
    "running": "RUNNING",
    "slots": "SLOTS",
    "last_seen_at": "SEEN",
}


class _RunByDefault(TyperGroup):
    """`tickwheel worker my.module:app` needs no further word: a place of handlers and options are for `run`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        is_word = bool(args) and ":" not in args[0] and not args[0].startswith("-")
        is_help = args[:1] in (["-h"], ["--help"])
        if is_word and not difflib.get_close_matches(args[0], self.commands):
            raise typer.BadParameter(
                f"{args[0]!r} is no command; to run handlers say where they are, as module:attribute such as {args[0]}:app"
            )
        return super().parse_args(ctx, args if is_word or is_help else ["run", *args])


app = typer.Typer(
    cls=_RunByDefault,
    help="Run a worker (`tickwheel worker jobs:app` is short for `run`), or look at workers.",
)


@app.command()
def run(
    app: Annotated[
        str | None,
        typer.Argument(help="Where the handlers are, as module:attribute; none: the built-in handlers."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only print which jobs a start would declare.")
    ] = False,
    allow_commands: Annotated[
        str, typer.Option(help="Programs that the command handler may run, as /usr/bin/rsync,/bin/true.")
    ] = "",
) -> None:
    """Claim executions and run their handlers, until a signal."""
    if allow_commands:
        os.environ["TICKWHEEL_WORKER_ALLOW_COMMANDS"] = allow_commands
    worker = import_with_extras("tickwheel.worker.__main__")
    raise typer.Exit(worker.plan(app) if dry_run else worker.main(app))


@app.command("list")
def list_workers(
    gone: Annotated[bool, typer.Option("--gone", help="Also those that stopped or were lost.")] = False,
    queue: Annotated[str, typer.Option(help="Only of this queue.")] = "",
    watch: WatchOption = False,
    output: FormatOption = Format.table,
) -> None:
    """List workers."""
    show_or_watch(
        lambda client: show_rows(client.list_workers(gone=gone, queue=queue)["items"], COLUMNS, output), watch
    )


@app.command()
def drain(
    worker: Annotated[str, typer.Argument(help="The worker's id or stable name.")],
    deadline_s: Annotated[int, typer.Option(min=0, help="What still runs then is ended.")] = 300,
    output: FormatOption = Format.table,
) -> None:
    """Tell a worker to take no new work, finish what runs, and stop."""
    with connect() as client:
        show_one(client.drain_worker(worker, deadline_s), output)
