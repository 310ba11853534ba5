"""`tickwheel tail`: what happens, as it happens."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tickwheel.cli.output import Format, FormatOption
from tickwheel.cli.remote import connect

if TYPE_CHECKING:
    from tickwheel.client import LiveEvent


def tail(
    channel: Annotated[
        list[str] | None, typer.Argument(help="jobs, executions, workers or job:<id or name>.")
    ] = None,
    output: FormatOption = Format.table,
) -> None:
    """Print events as they happen, until Ctrl-C. A connection that breaks goes on where it stood."""
    with connect() as client:
        try:
            for event in client.stream(channel or ["jobs", "executions"]):
                print(_json(event) if output is Format.json else _line(event), flush=True)
        except KeyboardInterrupt:
            return


def _json(event: "LiveEvent") -> str:
    return json.dumps({"id": event.id, "type": event.type, "data": event.data})


def _line(event: "LiveEvent") -> str:
    from tickwheel.cli.instants import show_instant

    data = event.data
    at = show_instant(data.get("at_ms") or data.get("sent_at_ms") or 0)
    about = data.get("execution_id") or data.get("worker_id") or data.get("job_id", "")
    name = data.get("job_name") or (data.get("definition") or {}).get("name", "")
    return f"{at}  {event.type:<22} {about}  {name}".rstrip()
