"""Named calendars in the tables."""

from collections.abc import Sequence

import msgspec

from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.runtime.postgres.connect import Pool

_SHOWN = """
SELECT calendar_id, name, effect, everywhere, timezone, definition->'days' AS days, definition->'windows' AS windows,
    definition->>'description' AS description, version, defined_at, defined_by, log_offset
FROM tickwheel.calendars WHERE deleted_at IS NULL
"""
_ALL = f"{_SHOWN} ORDER BY name LIMIT %s"
_ONE = f"{_SHOWN} AND calendar_id = %s"
_KNOWN = "SELECT count(*) AS n FROM tickwheel.calendars WHERE deleted_at IS NULL AND name = ANY(%s)"
_CONCERNING = """
SELECT definition FROM tickwheel.calendars
WHERE deleted_at IS NULL AND (everywhere OR name = ANY(%s)) ORDER BY array_position(%s, name), name
"""
_USERS = """
SELECT job_id, name FROM tickwheel.jobs
WHERE deleted_at IS NULL AND definition->'calendars' @> to_jsonb(%s::text) ORDER BY name LIMIT %s
"""


def everything(pool: Pool, limit: int) -> list[Row]:
    return all_rows(pool, _ALL, (limit,))


def calendar(pool: Pool, calendar_id: str) -> Row | None:
    return one_row(pool, _ONE, (calendar_id,))


def concerning(pool: Pool, names: Sequence[str]) -> list[CalendarDefinition]:
    """Those of these names, in their order, and those that hold everywhere."""
    rows = all_rows(pool, _CONCERNING, (list(names), list(names)))
    return [msgspec.convert(row["definition"], CalendarDefinition) for row in rows]


def are_known(pool: Pool, names: Sequence[str]) -> bool:
    row = one_row(pool, _KNOWN, (list(names),))
    return row is not None and row["n"] == len(set(names))


def jobs_that_name(pool: Pool, name: str, limit: int) -> list[Row]:
    return all_rows(pool, _USERS, (name, limit))
