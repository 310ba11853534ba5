"""What a new job would meet in the tables: its name, its handler, and what it wants to depend on."""

from typing import Any

from tickwheel.command_api.reads.rows import all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

_NAMED = "SELECT 1 FROM tickwheel.jobs WHERE job_id = %s AND deleted_at IS NULL"
_HANDLER = """
SELECT EXISTS (SELECT FROM tickwheel.live_workers WHERE handlers ? %(handler)s) AS live,
    EXISTS (SELECT FROM tickwheel.live_workers WHERE queue = %(queue)s) AS queue_is_served
"""
_KNOWN = "SELECT job_id::text FROM tickwheel.jobs WHERE job_id = ANY(%s) AND deleted_at IS NULL"
_UPSTREAMS = """
WITH RECURSIVE up AS (
    SELECT unnest(%(start)s::uuid[]) AS job_id
    UNION SELECT d.upstream_job_id FROM up JOIN tickwheel.job_dependencies d USING (job_id)
)
SELECT 1 FROM up WHERE job_id = %(job_id)s LIMIT 1
"""


def is_taken(pool: Pool, job_id: str) -> bool:
    return one_row(pool, _NAMED, (job_id,)) is not None


def fleet(pool: Pool, handler: str, queue: str) -> dict[str, Any]:
    """Whether a live worker has the handler, and whether the queue has a worker at all."""
    return one_row(pool, _HANDLER, {"handler": handler, "queue": queue}) or {}


def unknown(pool: Pool, job_ids: list[str]) -> list[str]:
    known = {row["job_id"] for row in all_rows(pool, _KNOWN, (job_ids,))}
    return [one for one in job_ids if one not in known]


def would_wait_for_itself(pool: Pool, job_id: str, upstreams: list[str]) -> bool:
    return one_row(pool, _UPSTREAMS, {"start": upstreams, "job_id": job_id}) is not None
