"""Jobs and what they wait for, as a graph with live states."""

from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

_EDGES = """
SELECT d.upstream_job_id, d.job_id, d.mode, d.freshness_ms, d.satisfied_at, d.satisfied_by
FROM tickwheel.job_dependencies d
JOIN tickwheel.jobs j ON j.job_id = d.job_id AND j.deleted_at IS NULL AND (%(owner)s = '' OR j.owner = %(owner)s)
JOIN tickwheel.jobs u ON u.job_id = d.upstream_job_id AND (%(owner)s = '' OR u.owner = %(owner)s)
ORDER BY d.job_id, d.upstream_job_id
LIMIT %(limit)s
"""
_AROUND = """
WITH RECURSIVE up AS (
    SELECT %(job_id)s::uuid AS job_id
    UNION SELECT d.upstream_job_id FROM up JOIN tickwheel.job_dependencies d USING (job_id)
), down AS (
    SELECT %(job_id)s::uuid AS job_id
    UNION SELECT d.job_id FROM down JOIN tickwheel.job_dependencies d ON d.upstream_job_id = down.job_id
)
SELECT d.upstream_job_id, d.job_id, d.mode, d.freshness_ms, d.satisfied_at, d.satisfied_by
FROM tickwheel.job_dependencies d
JOIN tickwheel.jobs j ON j.job_id = d.job_id AND j.deleted_at IS NULL AND (%(owner)s = '' OR j.owner = %(owner)s)
JOIN tickwheel.jobs u ON u.job_id = d.upstream_job_id AND (%(owner)s = '' OR u.owner = %(owner)s)
WHERE (d.job_id IN (TABLE up) AND d.upstream_job_id IN (TABLE up))
    OR (d.job_id IN (TABLE down) AND d.upstream_job_id IN (TABLE down))
ORDER BY d.job_id, d.upstream_job_id
LIMIT %(limit)s
"""
_NODES = """
SELECT j.job_id, j.name, j.status, j.handler, j.queue, j.owner, j.when_kind, j.next_due_at, j.paused_at, j.deleted_at,
    j.last_execution_id, j.last_status, j.last_finished_at, l.execution_id AS live_execution_id, l.status AS live_status
FROM tickwheel.jobs j
LEFT JOIN LATERAL (
    SELECT e.execution_id, e.status FROM tickwheel.executions e
    WHERE e.job_id = j.job_id AND e.status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY')
    ORDER BY e.created_at DESC LIMIT 1
) l ON true
WHERE j.job_id = ANY(%s)
ORDER BY j.name
"""


def edges(pool: Pool, owner: str, limit: int) -> list[Row]:
    return all_rows(pool, _EDGES, {"owner": owner, "limit": limit})


def edges_around(pool: Pool, job_id: str, owner: str, limit: int) -> list[Row]:
    """All that a job waits for, directly or not, and all that waits for it."""
    return all_rows(pool, _AROUND, {"job_id": job_id, "owner": owner, "limit": limit})


def nodes(pool: Pool, job_ids: list[object]) -> list[Row]:
    return all_rows(pool, _NODES, (job_ids,))
