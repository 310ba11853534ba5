"""The figures of the overview page."""

from typing import Any

from tickwheel.command_api.reads.rows import all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

_JOBS = """
SELECT status, count(*) AS n FROM tickwheel.jobs
WHERE status <> 'COMPLETED' AND (%s = '' OR owner = %s) GROUP BY status
"""
_LIVE = """
SELECT status, count(*) AS n FROM tickwheel.executions
WHERE status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY') AND (%s = '' OR owner = %s) GROUP BY status
"""
_HOUR = """
SELECT count(*) FILTER (WHERE status = 'COMPLETED') AS completed, count(*) FILTER (WHERE status = 'FAILED') AS failed,
    count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled, count(*) FILTER (WHERE status = 'SKIPPED') AS skipped
FROM tickwheel.executions
WHERE created_at > now() - interval '1 day' AND finished_at > now() - interval '1 hour' AND (%s = '' OR owner = %s)
"""
_MINUTES = """
SELECT date_trunc('minute', finished_at) AS minute, count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
    count(*) FILTER (WHERE status = 'FAILED') AS failed
FROM tickwheel.executions
WHERE created_at > now() - interval '1 day' AND finished_at > now() - interval '1 hour' AND (%s = '' OR owner = %s)
GROUP BY 1 ORDER BY 1
"""
_DEAD = "SELECT count(*) AS n FROM tickwheel.dead_letters WHERE status = 'OPEN' AND (%s = '' OR owner = %s)"
_WORKERS = """
SELECT count(*) AS live, coalesce(sum(slots), 0) AS slots, coalesce(sum(running), 0) AS busy_slots,
    count(*) FILTER (WHERE draining) AS draining
FROM tickwheel.live_workers
"""


def summary(pool: Pool, owner: str) -> dict[str, Any]:
    """Of one owner's jobs, or of all."""
    own = (owner, owner)
    jobs = {row["status"]: row["n"] for row in all_rows(pool, _JOBS, own)}
    live = {row["status"]: row["n"] for row in all_rows(pool, _LIVE, own)}
    return {
        "jobs": jobs,
        "executions": live,
        "queue_depth": live.get("PENDING", 0) + live.get("QUEUED", 0),
        "running": live.get("RUNNING", 0),
        "last_hour": one_row(pool, _HOUR, own),
        "throughput": all_rows(pool, _MINUTES, own),
        "dead_letters": (one_row(pool, _DEAD, own) or {}).get("n", 0),
        "workers": one_row(pool, _WORKERS, ()),
    }
