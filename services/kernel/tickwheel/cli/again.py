"""Sends the commands that make archived executions run again."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tickwheel.cli.instants import parse_instant
from tickwheel.cli.remote import connect

if TYPE_CHECKING:
    from tickwheel.client import Client
    from tickwheel.projector.archive.rerun import Rerun, Wanted


def wanted(status: str, job: str, since: str, until: str) -> "Wanted":
    from tickwheel.projector.archive.rerun import Wanted

    return Wanted(status, job, _instant(since), _instant(until))


def run_again(found: "Iterable[Rerun]") -> Iterator[str]:
    """What became of each, in order. One that is refused does not keep the others from running."""
    from tickwheel.client import RefusedError

    with connect() as client:
        for rerun in found:
            try:
                yield _run_again(client, rerun)
            except RefusedError as refused:
                yield f"refused: {refused}"


def _run_again(client: "Client", rerun: "Rerun") -> str:
    from tickwheel.client import RefusedError

    try:
        triggered = client.trigger_job(rerun.job_name, rerun.payload, key=rerun.key)
    except RefusedError as refused:
        if refused.status != 404:
            raise
        client.create_job(rerun.job(), key=rerun.key)
        return "started as a new job"
    return f"started as {triggered.get('execution_id', 'a new execution')}"


def _instant(text: str) -> datetime | None:
    return datetime.fromtimestamp(parse_instant(text) / 1_000, UTC) if text else None
