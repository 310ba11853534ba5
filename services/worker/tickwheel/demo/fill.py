"""Fills a running stack through its API. Whatever is there already is left as it is, so a second time changes nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from tickwheel.client import Client, RefusedError
from tickwheel.demo import jobs
from tickwheel.runtime.clock import Clock

Told = Callable[[str], None]
BACKFILLS_PER_MINUTE = 60_000


def fill(client: Client, clock: Clock, tell: Told) -> int:
    """How many runs of the past were asked for."""
    known = _known(client)
    fresh = [spec["name"] for spec in jobs.ALL if spec["name"] not in known and _create(client, spec)]
    tell(f"{len(fresh)} jobs made, {len(jobs.ALL) - len(fresh)} were there already")
    planned = sum(_backfill(client, clock, name) for name in jobs.WITH_HISTORY if name in fresh)
    if planned:
        tell(f"{planned} runs of the last {jobs.HISTORY_DAYS} days are made up for by backfills")
    _act(client, set(fresh))
    return planned


def is_settled(client: Client, planned: int) -> bool:
    """The past is worked off."""
    page = client.list_executions(origin="backfill", status=["COMPLETED", "FAILED"], limit=1)
    return (page["total"] or 0) >= planned


def _known(client: Client) -> set[str]:
    """Asked for first, so that the audit is not full of what was refused."""
    page = client.list_jobs(tag=jobs.TAG, limit=500)
    return {job["name"] for job in page["items"]}


def _create(client: Client, spec: jobs.Spec) -> bool:
    try:
        client.create_job(spec)
    except RefusedError as refused:
        if refused.code != "conflict":
            raise
        return False
    return True


def _backfill(client: Client, clock: Clock, name: str) -> int:
    until = datetime.fromtimestamp(clock.now_ms() // 1_000, UTC)
    since = until - timedelta(days=jobs.HISTORY_DAYS)
    started = client.backfill_job(
        name, since.isoformat(), until.isoformat(), dry_run=False, rate_per_minute=BACKFILLS_PER_MINUTE
    )
    return int(started["backfill"]["count"])


def _act(client: Client, fresh: set[str]) -> None:
    """What people do to jobs: so that versions, pauses and runs by hand can be seen."""
    if "legacy.sync" in fresh:
        client.pause_job("legacy.sync", "the old shop is being switched off")
    if "reports.daily-sales" in fresh:
        _change(client, "reports.daily-sales", priority=60)
        _change(client, "reports.daily-sales", priority=75, max_retries=5)
    for name in ("media.transcode", "ml.train", "warehouse.facts"):
        if name in fresh:
            client.trigger_job(name)


def _change(client: Client, name: str, **fields: object) -> None:
    [spec] = [spec for spec in jobs.ALL if spec["name"] == name]
    client.update_job(name, {**spec, **fields})
