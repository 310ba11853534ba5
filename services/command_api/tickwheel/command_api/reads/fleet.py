"""Workers, handlers and queues in the tables."""

from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

_WORKERS = """
SELECT w.*, l.worker_id IS NOT NULL AS live,
    CASE WHEN w.stopped_at IS NOT NULL THEN 'STOPPED' WHEN l.worker_id IS NULL THEN 'LOST'
         WHEN w.draining THEN 'DRAINING' ELSE 'ACTIVE' END AS status
FROM tickwheel.workers w
LEFT JOIN tickwheel.live_workers l USING (worker_id)
WHERE (l.worker_id IS NOT NULL OR %s) AND (%s = '' OR w.queue = %s)
ORDER BY w.stopped_at IS NOT NULL, w.last_seen_at DESC
LIMIT %s
"""
_WORKER = "SELECT worker_id FROM tickwheel.live_workers WHERE worker_id = %s OR instance = %s LIMIT 1"
_HANDLERS = """
SELECT h.handler, h.kind, h.description, h.payload_schema, h.registered_at, coalesce(w.workers, 0) AS live_workers,
    b.breaker, b.calls, b.failures, b.mean_duration_ms, b.p95_duration_ms, b.workers_needed, b.retry_at
FROM tickwheel.handlers h
LEFT JOIN (
    SELECT name, count(*) AS workers
    FROM tickwheel.live_workers, jsonb_array_elements_text(handlers) AS name
    GROUP BY name
) w ON w.name = h.handler
LEFT JOIN tickwheel.handler_health b USING (handler)
ORDER BY h.handler
"""
_QUEUES = "SELECT * FROM tickwheel.queues ORDER BY queue"


def workers(pool: Pool, *, gone: bool, queue: str, limit: int) -> list[Row]:
    """Those with a lease; with `gone` those that stopped or were lost, too."""
    return all_rows(pool, _WORKERS, (gone, queue, queue, limit))


def worker_id(pool: Pool, worker: str) -> str | None:
    """The live incarnation that is meant by an id or a stable name."""
    row = one_row(pool, _WORKER, (worker, worker))
    return None if row is None else str(row["worker_id"])


def handlers(pool: Pool) -> list[Row]:
    return all_rows(pool, _HANDLERS)


def queues(pool: Pool) -> list[Row]:
    return all_rows(pool, _QUEUES)
