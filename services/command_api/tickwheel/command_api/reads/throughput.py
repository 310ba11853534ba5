"""How many executions ended in each step of time."""

from typing import Any

from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

# What ran longer than the window and an hour is left out: the newest executions are read, not all.
_STEPS = """
SELECT s.at, coalesce(e.completed, 0) AS completed, coalesce(e.failed, 0) AS failed,
    coalesce(e.cancelled, 0) AS cancelled, e.mean_duration_ms, e.p95_late_ms
FROM generate_series(
    date_bin(%(step)s::interval, now() - %(window)s::interval, 'epoch') + %(step)s::interval, date_bin(%(step)s::interval, now(), 'epoch'), %(step)s::interval
) AS s(at)
LEFT JOIN (
    SELECT date_bin(%(step)s::interval, finished_at, 'epoch') AS at, count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
        count(*) FILTER (WHERE status = 'FAILED') AS failed, count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled,
        round(avg(extract(epoch FROM finished_at - started_at) * 1000))::float8 AS mean_duration_ms,
        round(percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM started_at - due_at) * 1000)
            FILTER (WHERE attempt = 1 AND origin = 'schedule')) AS p95_late_ms
    FROM tickwheel.executions
    WHERE created_at > now() - %(window)s::interval - interval '1 hour' AND finished_at > now() - %(window)s::interval
        AND (%(owner)s = '' OR owner = %(owner)s)
        AND (%(job_id)s::uuid IS NULL OR job_id = %(job_id)s::uuid)
        AND (%(handler)s = '' OR handler = %(handler)s)
        AND (%(queue)s = '' OR queue = %(queue)s)
    GROUP BY 1
) e USING (at)
ORDER BY s.at
"""


def steps(pool: Pool, window_s: int, step_s: int, **filters: Any) -> list[Row]:
    """Every step of the window, the empty ones too."""
    asked = {"window": f"{window_s} seconds", "step": f"{step_s} seconds", **filters}
    return all_rows(pool, _STEPS, asked)
