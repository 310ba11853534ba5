"""The command line: registers the sub-commands and turns foreseeable faults into one sentence and an exit code.

0: done. 1: failed, with a sentence on stderr. 2: wrong usage. 3: the API did not answer. Sub-commands import what they need when they run, so that
`--help` and completion are quick and the base install works without the extras.
"""

import os
import sys
from typing import Annotated

import typer

from tickwheel.cli import (
    api,
    archive,
    calendar,
    config,
    demo,
    dev,
    dlq,
    doctor,
    execution,
    health,
    housekeeping,
    job,
    log,
    migrate,
    projection,
    projector,
    scheduler,
    tail,
    top,
    topics,
    user,
    version,
    watch,
    worker,
)
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.errors import LogError

app = typer.Typer(
    name="tickwheel",
    help="An event-sourced distributed job scheduler on Kafka.",
    epilog="Settings come from the environment: see `tickwheel config show`.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("dev", rich_help_panel="Try it")(dev.dev)
app.command("demo", rich_help_panel="Try it")(demo.demo)
app.add_typer(job.app, name="job", rich_help_panel="Use it")
app.add_typer(execution.app, name="execution", rich_help_panel="Use it")
app.add_typer(dlq.app, name="dlq", rich_help_panel="Use it")
app.add_typer(calendar.app, name="calendar", rich_help_panel="Use it")
app.command("tail", rich_help_panel="Use it")(tail.tail)
app.command("top", rich_help_panel="Use it")(top.top)
app.add_typer(log.app, name="log", rich_help_panel="Use it")
app.command("scheduler", rich_help_panel="Services")(scheduler.scheduler)
app.add_typer(worker.app, name="worker", rich_help_panel="Services")
app.command("projector", rich_help_panel="Services")(projector.projector)
app.command("health", rich_help_panel="Services")(health.health)
app.command("housekeeping", rich_help_panel="Services")(housekeeping.housekeeping)
app.command("api", rich_help_panel="Services")(api.api)
app.command("watch", rich_help_panel="Services")(watch.watch)
app.add_typer(config.app, name="config", rich_help_panel="Operate")
app.add_typer(topics.app, name="topics", rich_help_panel="Operate")
app.add_typer(user.app, name="user", rich_help_panel="Operate")
app.command("migrate", rich_help_panel="Operate")(migrate.migrate)
app.add_typer(archive.app, name="archive", rich_help_panel="Operate")
app.add_typer(projection.app, name="projection", rich_help_panel="Operate")
app.command("doctor", rich_help_panel="Operate")(doctor.doctor)
app.command("version", rich_help_panel="Operate")(version.version)


@app.callback()
def _root(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", callback=version.print_short, is_eager=True
        ),
    ] = False,
) -> None:
    """Only the options that stand before a sub-command."""


def run() -> None:
    """The entry point of the `tickwheel` program."""
    try:
        app()
    except (Fault, LogError) as fault:
        print(f"tickwheel: {_told(fault)}", file=sys.stderr)
        sys.exit(getattr(fault, "exit_code", 1))
    except BrokenPipeError:
        # The reader (`| head`) has gone. What Python would still flush at exit must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _told(fault: Exception) -> str:
    """The API speaks of headers to those who have not written one."""
    if getattr(fault, "code", "") != "unauthorized":
        return str(fault)
    if os.environ.get("TICKWHEEL_API"):
        return "The API does not know the token in TICKWHEEL_TOKEN: set it to one that `tickwheel user token` made and nobody revoked"
    return "The API does not know the token in .tickwheel/endpoints.json: is it that of the `tickwheel dev` that runs now?"
