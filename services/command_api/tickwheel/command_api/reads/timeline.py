"""Attempts in a window of time, for lanes of jobs or workers."""

from datetime import datetime
from typing import Any

from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

# Walks the newest executions first and stops at the limit, so a window costs what it shows. An attempt that began more
# than a day after its execution was made is not looked for.
_ATTEMPTS = """
SELECT a.execution_id, a.attempt, a.status, e.status AS execution_status, e.origin, e.job_id, e.job_name, e.handler,
    e.queue, a.worker_id, w.instance AS worker, e.due_at, a.started_at, a.finished_at, a.failure_kind, a.error_class
FROM tickwheel.executions e
JOIN tickwheel.attempts a ON a.execution_id = e.execution_id AND a.created_at = e.created_at
LEFT JOIN tickwheel.workers w ON w.worker_id = a.worker_id
WHERE e.created_at >= %(since)s - interval '1 day' AND e.created_at < %(until)s
    AND a.started_at < %(until)s AND coalesce(a.finished_at, 'infinity') >= %(since)s
    AND (%(owner)s = '' OR e.owner = %(owner)s)
    AND (%(job_id)s::uuid IS NULL OR e.job_id = %(job_id)s::uuid)
    AND (%(handler)s = '' OR e.handler = %(handler)s)
    AND (%(queue)s = '' OR e.queue = %(queue)s)
    AND (%(worker)s = '' OR w.instance = %(worker)s OR a.worker_id = %(worker)s)
ORDER BY e.created_at DESC
LIMIT %(limit)s
"""


def attempts(pool: Pool, since: datetime, until: datetime, limit: int, **filters: Any) -> list[Row]:
    """Those that ran in the window, the newest first."""
    return all_rows(pool, _ATTEMPTS, {"since": since, "until": until, "limit": limit, **filters})
