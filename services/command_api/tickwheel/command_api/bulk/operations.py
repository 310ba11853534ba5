"""Bulk operations in the API's tables."""

from typing import Any

import msgspec

from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

LEASE_S = 15
_LEASE = f"now() + interval '{LEASE_S} seconds'"
_BEGIN = f"""
INSERT INTO tickwheel_api.operations (operation_id, action, filter, search, actor, status, leased_until)
VALUES (%s, %s, %s, %s, %s, 'RUNNING', {_LEASE})
ON CONFLICT (operation_id) DO NOTHING RETURNING *
"""  # noqa: S608 - our own number
_TAKE_LOST = f"""
UPDATE tickwheel_api.operations SET leased_until = {_LEASE}
WHERE operation_id = (
    SELECT operation_id FROM tickwheel_api.operations WHERE status = 'RUNNING' AND leased_until < now()
    ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING *
"""  # noqa: S608
_PROGRESS = f"""
UPDATE tickwheel_api.operations SET done = %(done)s, refused = %(refused)s, last_refusal = %(last_refusal)s, cursor = %(cursor)s,
    status = %(status)s, updated_at = now(), leased_until = {_LEASE},
    ended_at = CASE WHEN %(status)s = 'RUNNING' THEN NULL ELSE now() END
WHERE operation_id = %(operation_id)s
"""  # noqa: S608
_SHOWN = """
SELECT operation_id, action, filter, search, actor, status, done, refused, last_refusal, started_at, updated_at, ended_at
FROM tickwheel_api.operations
"""
_ONE = f"{_SHOWN} WHERE operation_id = %s"
_NEWEST = f"{_SHOWN} ORDER BY started_at DESC LIMIT %s"


class Progress(msgspec.Struct, kw_only=True):
    operation_id: str
    cursor: str = ""
    done: int = 0
    refused: int = 0
    last_refusal: str | None = None
    status: str = "RUNNING"


def begin(
    pool: Pool, operation_id: str, action: str, filters: dict[str, Any], search: str, actor: str
) -> Row | None:
    """None if it was begun before: the same request was sent again."""
    text = msgspec.json.encode(filters).decode()
    return one_row(pool, _BEGIN, (operation_id, action, text, search, actor))


def take_lost(pool: Pool) -> Row | None:
    """One whose process does not work on it any more; it is the caller's now."""
    return one_row(pool, _TAKE_LOST, ())


def tell(pool: Pool, progress: Progress) -> None:
    """Also that it is still worked on."""
    with pool.connection() as connection:
        connection.execute(_PROGRESS, msgspec.structs.asdict(progress))


def operation(pool: Pool, operation_id: str) -> Row | None:
    return one_row(pool, _ONE, (operation_id,))


def newest(pool: Pool, limit: int) -> list[Row]:
    return all_rows(pool, _NEWEST, (limit,))
