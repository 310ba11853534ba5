"""Jobs in the tables."""

from tickwheel.command_api.reads.listing import Listing
from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

LISTING = Listing(
    table="tickwheel.jobs",
    id="job_id",
    columns=(
        "job_id",
        "name",
        "status",
        "handler",
        "description",
        "owner",
        "queue",
        "priority",
        "when_kind",
        "cron",
        "interval_ms",
        "run_at",
        "timezone",
        "tags",
        "version",
        "next_due_at",
        "paused_at",
        "pause_reason",
        "last_execution_id",
        "last_status",
        "last_finished_at",
        "created_at",
        "created_by",
        "updated_at",
    ),
    sorts={
        "created_at": "created_at",
        "updated_at": "updated_at",
        "name": "name",
        "priority": "priority",
        "next_due_at": "coalesce(next_due_at, 'infinity')",
        "last_finished_at": "coalesce(last_finished_at, '-infinity')",
    },
    search=("name", "description", "handler"),
    filters={
        "ids": "job_id = ANY(%s::uuid[])",
        "status": "status = ANY(%s)",
        "handler": "handler = %s",
        "queue": "queue = %s",
        "owner": "owner = %s",
        "when": "when_kind = %s",
        "tags": "tags @> %s",
        "deleted": "(deleted_at IS NOT NULL) = %s",
    },
)

_JOB = """
SELECT j.*, tickwheel.definition_in_full(j.definition) AS definition, o.next_offset AS projected_before
FROM tickwheel.jobs j
LEFT JOIN tickwheel.projection_offsets o ON o.topic = %s AND o.partition = j.log_partition
WHERE j.job_id = %s
"""
_OWNER = "SELECT owner FROM tickwheel.jobs WHERE job_id = %s"
_OWNED = "SELECT job_id::text FROM tickwheel.jobs WHERE owner = %s"
# What another owner's job is called, and which of its executions counted, is not told.
_DEPENDENCIES = """
SELECT d.upstream_job_id, u.name, d.mode, d.freshness_ms, d.satisfied_at, CASE WHEN u.job_id IS NOT NULL THEN d.satisfied_by END AS satisfied_by
FROM tickwheel.job_dependencies d
LEFT JOIN tickwheel.jobs u ON u.job_id = d.upstream_job_id AND (%(owner)s = '' OR u.owner = %(owner)s)
WHERE d.job_id = %(job_id)s
ORDER BY u.name
"""
_VERSIONS = """
SELECT version, changed_at, changed_by, command_id, tickwheel.definition_in_full(definition) AS definition
FROM tickwheel.job_versions WHERE job_id = %s ORDER BY log_offset DESC LIMIT %s
"""
_SKIPPED = """
SELECT occurrence, due_at, last_due_at, count, more, reason_code, reason, dedup_key, first_execution_id, skipped_at
FROM tickwheel.skipped_occurrences WHERE job_id = %s ORDER BY log_offset DESC LIMIT %s
"""


def job(pool: Pool, job_id: str, topic: str) -> Row | None:
    """With the offset before which all of its partition of the topic is in the tables."""
    return one_row(pool, _JOB, (topic, job_id))


def owner(pool: Pool, job_id: str) -> str | None:
    row = one_row(pool, _OWNER, (job_id,))
    return None if row is None else str(row["owner"])


def owned_by(pool: Pool, name: str) -> list[str]:
    return [row["job_id"] for row in all_rows(pool, _OWNED, (name,))]


def dependencies(pool: Pool, job_id: str, owner: str) -> list[Row]:
    """As one owner may see them, or as they are."""
    return all_rows(pool, _DEPENDENCIES, {"job_id": job_id, "owner": owner})


def versions(pool: Pool, job_id: str, limit: int) -> list[Row]:
    return all_rows(pool, _VERSIONS, (job_id, limit))


def skipped(pool: Pool, job_id: str, limit: int) -> list[Row]:
    return all_rows(pool, _SKIPPED, (job_id, limit))
