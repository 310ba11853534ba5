"""Bulk operations in the API's tables."""

from typing import Any

import msgspec

from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

_BEGIN = """
INSERT INTO tickwheel_api.operations (operation_id, action, filter, actor, status) VALUES (%s, %s, %s, %s, 'RUNNING')
ON CONFLICT (operation_id) DO NOTHING RETURNING operation_id
"""
_PROGRESS = """
UPDATE tickwheel_api.operations SET done = %s, refused = %s, last_refusal = %s, status = %s, updated_at = now(),
    ended_at = CASE WHEN %s = 'RUNNING' THEN NULL ELSE now() END
WHERE operation_id = %s
"""
_SHOWN = """
SELECT *, status = 'RUNNING' AND updated_at < now() - interval '1 minute' AS lost FROM tickwheel_api.operations
"""
_ONE = f"{_SHOWN} WHERE operation_id = %s"
_NEWEST = f"{_SHOWN} ORDER BY started_at DESC LIMIT %s"


def begin(pool: Pool, operation_id: str, action: str, filters: dict[str, Any], actor: str) -> bool:
    """False if it was begun before: the same request was sent again."""
    text = msgspec.json.encode(filters).decode()
    return one_row(pool, _BEGIN, (operation_id, action, text, actor)) is not None


def tell_progress(
    pool: Pool, operation_id: str, done: int, refused: int, last_refusal: str | None, status: str
) -> None:
    with pool.connection() as connection:
        connection.execute(_PROGRESS, (done, refused, last_refusal, status, status, operation_id))


def operation(pool: Pool, operation_id: str) -> Row | None:
    return one_row(pool, _ONE, (operation_id,))


def newest(pool: Pool, limit: int) -> list[Row]:
    return all_rows(pool, _NEWEST, (limit,))
