"""What was due in each hour and how it ended; and which jobs are due next."""

from datetime import datetime
from typing import Any

from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

# A backfill stands for the hour that it makes up for, not for the one in which it ran.
_HOURS = """
WITH due AS (
    SELECT coalesce(scheduled_at, due_at) AT TIME ZONE %(timezone)s AS wall, status
    FROM tickwheel.executions
    WHERE coalesce(scheduled_at, due_at) >= %(since)s AND coalesce(scheduled_at, due_at) < %(until)s
        AND (%(owner)s = '' OR owner = %(owner)s)
        AND (%(job_id)s::uuid IS NULL OR job_id = %(job_id)s::uuid)
        AND (%(handler)s = '' OR handler = %(handler)s)
        AND (%(queue)s = '' OR queue = %(queue)s)
)
SELECT to_char(wall, 'YYYY-MM-DD') AS day, extract(hour FROM wall)::int AS hour,
    count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
    count(*) FILTER (WHERE status = 'FAILED') AS failed,
    count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled,
    count(*) FILTER (WHERE status IN ('SKIPPED', 'DEDUPLICATED')) AS skipped,
    count(*) FILTER (WHERE status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY')) AS live,
    count(*) AS total
FROM due
GROUP BY 1, 2 ORDER BY 1, 2
"""
_DUE = """
SELECT j.job_id, j.name, j.handler, j.queue, j.owner, j.timezone, j.definition, j.next_due_at, j.paused_at, j.deleted_at
FROM tickwheel.jobs j
WHERE j.next_due_at < %(until)s AND j.paused_at IS NULL AND j.deleted_at IS NULL AND j.retired_at IS NULL
    AND (%(owner)s = '' OR j.owner = %(owner)s)
    AND (%(handler)s = '' OR j.handler = %(handler)s)
    AND (%(queue)s = '' OR j.queue = %(queue)s)
ORDER BY j.next_due_at LIMIT %(limit)s
"""


def hours(pool: Pool, since: datetime, until: datetime, timezone: str, **filters: Any) -> list[Row]:
    """One row for each hour of the zone's wall clock in which something was due."""
    return all_rows(pool, _HOURS, {"since": since, "until": until, "timezone": timezone, **filters})


def due_before(pool: Pool, until: datetime, limit: int, **filters: Any) -> list[Row]:
    """Jobs whose next due time is before an instant, the soonest first."""
    return all_rows(pool, _DUE, {"until": until, "limit": limit, **filters})
