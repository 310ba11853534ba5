"""Values that a filter can take, for those who type one. Looks at the newest jobs and no further, so it is always quick."""

from typing import Literal, get_args

from tickwheel.command_api.reads.listing import like
from tickwheel.command_api.reads.rows import all_rows
from tickwheel.runtime.postgres.connect import Pool

Field = Literal[
    "job", "handler", "queue", "owner", "timezone", "tag", "worker", "error_class", "actor", "calendar"
]
FIELDS: tuple[Field, ...] = get_args(Field)

_OF_JOBS = """
SELECT DISTINCT {column} AS value FROM (
    SELECT * FROM tickwheel.jobs WHERE (%(owner)s = '' OR owner = %(owner)s) ORDER BY created_at DESC LIMIT 20000
) newest
WHERE {column} ILIKE %(like)s AND {column} <> '' ORDER BY 1 LIMIT %(limit)s
"""
_TAGS = """
SELECT DISTINCT t.key || '=' || t.value AS value FROM (
    SELECT tags FROM tickwheel.jobs WHERE tags <> '{}' AND (%(owner)s = '' OR owner = %(owner)s)
    ORDER BY created_at DESC LIMIT 20000
) newest, jsonb_each_text(newest.tags) t
WHERE t.key || '=' || t.value ILIKE %(like)s ORDER BY 1 LIMIT %(limit)s
"""
_WORKERS = """
SELECT DISTINCT instance AS value FROM tickwheel.workers WHERE instance ILIKE %(like)s ORDER BY 1 LIMIT %(limit)s
"""
_ERRORS = """
SELECT DISTINCT error_class AS value FROM tickwheel.dead_letters
WHERE (%(owner)s = '' OR owner = %(owner)s) AND error_class ILIKE %(like)s AND error_class <> ''
ORDER BY 1 LIMIT %(limit)s
"""
_ACTORS = """
SELECT DISTINCT actor AS value FROM (
    SELECT c.actor FROM tickwheel.commands c LEFT JOIN tickwheel.jobs j USING (job_id)
    WHERE (%(owner)s = '' OR j.owner = %(owner)s) ORDER BY c.decided_at DESC LIMIT 20000
) newest
WHERE actor ILIKE %(like)s AND actor <> '' ORDER BY 1 LIMIT %(limit)s
"""
_CALENDARS = """
SELECT name AS value FROM tickwheel.calendars WHERE deleted_at IS NULL AND name ILIKE %(like)s ORDER BY 1 LIMIT %(limit)s
"""
_QUERIES: dict[Field, str] = {
    "job": _OF_JOBS.format(column="name"),
    "handler": _OF_JOBS.format(column="handler"),
    "queue": _OF_JOBS.format(column="queue"),
    "owner": _OF_JOBS.format(column="owner"),
    "timezone": _OF_JOBS.format(column="timezone"),
    "tag": _TAGS,
    "worker": _WORKERS,
    "error_class": _ERRORS,
    "actor": _ACTORS,
    "calendar": _CALENDARS,
}


def of_field(pool: Pool, field: Field, text: str, owner: str, limit: int) -> list[str]:
    """Those that contain the text; of one owner's jobs, or of all."""
    rows = all_rows(pool, _QUERIES[field], {"owner": owner, "like": like(text), "limit": limit})
    return [row["value"] for row in rows]
