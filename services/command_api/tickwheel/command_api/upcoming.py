"""What the fleet will run next: the schedules of all jobs, merged in the order of time. Pure, and bounded."""

import heapq
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from tickwheel.command_api.instants import epoch_ms
from tickwheel.command_api.next_runs import schedule_of
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import Row
from tickwheel.protocol.definition import JobDefinition
from tickwheel.recurrence import Schedule


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    now_ms: int
    until_ms: int
    runs: int
    """At most so many in all: the soonest."""
    per_job: int
    """At most so many of one job, lest one that runs every second hides all others."""


def of_jobs(rows: list[Row], bounds: Bounds) -> dict[str, Any]:
    """Runs in the order of time, and for each job whether it has more of them before the end."""
    jobs = [one for one in map(_Job, rows) if one.schedule is not None]
    waiting = [(due_ms, n) for n, job in enumerate(jobs) if (due_ms := job.first_ms(bounds.now_ms))]
    heapq.heapify(waiting)
    items = list(_soonest(jobs, waiting, bounds))
    return {
        "items": items,
        "jobs": [job.document() for job in jobs if job.told],
        "complete_until": _instant(min((due for due, _ in waiting), default=bounds.until_ms)),
    }


def _soonest(jobs: list["_Job"], waiting: list[tuple[int, int]], bounds: Bounds) -> Iterator[dict[str, Any]]:
    told = 0
    while waiting and waiting[0][0] < bounds.until_ms and told < bounds.runs:
        due_ms, n = heapq.heappop(waiting)
        job = jobs[n]
        if job.told >= bounds.per_job:
            job.has_more = True
            continue
        job.told += 1
        told += 1
        yield job.run(due_ms)
        following = job.schedule.next_after(due_ms) if job.schedule else None
        if following is not None:
            heapq.heappush(waiting, (following, n))
    if waiting and waiting[0][0] >= bounds.until_ms:
        waiting.clear()


class _Job:
    def __init__(self, row: Row) -> None:
        self._row = row
        self._next_ms = epoch_ms(row["next_due_at"])
        self.schedule = self._compiled()
        self.told = 0
        self.has_more = False

    def first_ms(self, now_ms: int) -> int:
        """What the scheduler has written down, unless it is behind."""
        if self._next_ms > now_ms or self.schedule is None:
            return self._next_ms
        return self.schedule.next_after(now_ms) or self._next_ms

    def run(self, due_ms: int) -> dict[str, Any]:
        return {"job_id": self._row["job_id"], "due_at": _instant(due_ms)}

    def document(self) -> dict[str, Any]:
        kept = ("job_id", "name", "handler", "queue", "owner", "timezone")
        return {name: self._row[name] for name in kept} | {"runs": self.told, "has_more": self.has_more}

    def _compiled(self) -> Schedule | None:
        definition = msgspec.convert(self._row["definition"], JobDefinition)
        try:
            return schedule_of(definition, str(self._row["job_id"]), self._next_ms)
        except Problem:
            return None


def _instant(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1_000, UTC)
