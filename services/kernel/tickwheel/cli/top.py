"""`tickwheel top`: the system at a glance, live in the terminal."""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tickwheel.cli.remote import connect

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

    from tickwheel.client import Client

RUNNING_SHOWN = 15


def top(
    every: Annotated[float, typer.Option(min=0.2, help="Seconds between looks.")] = 1.0,
    once: Annotated[bool, typer.Option("--once", help="Look once and end.")] = False,
) -> None:
    """Watch queues, workers and what runs, until Ctrl-C."""
    from rich.console import Console
    from rich.live import Live

    with connect() as client:
        if once:
            Console(highlight=False).print(_view(client))
            return
        pause = threading.Event()
        try:
            with Live(_view(client), screen=True, auto_refresh=False) as live:
                while not pause.wait(every):
                    live.update(_view(client), refresh=True)
        except KeyboardInterrupt:
            return


def _view(client: "Client") -> "Group":
    from rich.console import Group

    summary = client.summary()
    hour, workers = summary["last_hour"], summary["workers"]
    head = (
        f"waiting {summary['queue_depth']}   running {summary['running']}   last hour: {hour['completed']} completed, "
        f"{hour['failed']} failed   dead letters {summary['dead_letters']}   workers {workers['live']} "
        f"({workers['busy_slots']} of {workers['slots']} slots busy)\n"
    )
    queues = ("queue", "pending", "queued", "running", "pending_retry", "workers", "slots")
    fleet = ("instance", "queue", "status", "running", "slots", "held", "last_seen_at")
    runs = ("job_name", "status", "attempt", "started_at", "worker_id")
    running = client.list_executions(status=["RUNNING", "QUEUED"], limit=RUNNING_SHOWN, total="false")
    return Group(
        head,
        _table("Queues", queues, client.list_queues()["items"]),
        _table("Workers", fleet, client.list_workers()["items"]),
        _table("Running", runs, running["items"]),
    )


def _table(title: str, columns: tuple[str, ...], rows: Sequence[Mapping[str, Any]]) -> "Table":
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column.replace("_", " ").upper())
    for row in rows:
        table.add_row(*(_cell(column, row[column]) for column in columns))
    return table


def _cell(column: str, value: Any) -> str:
    """Of an instant only the time: a line must fit into a terminal."""
    text = "" if value is None else str(value)
    return text[11:19] if column.endswith("_at") else text
