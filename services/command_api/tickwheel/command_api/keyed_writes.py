"""Remembers writes under an Idempotency-Key that no scheduler decides, in Postgres, for all API processes. Knows nothing of requests.

A write is claimed, done, and noted with its answer. The note stands in the transaction of the write itself, and only whoever
holds the claim may make it: so it is done once, though a process may die or freeze anywhere.

    A claims the key   A freezes ...   the lease is over   B claims it, writes, notes   A wakes, writes, may not note: undone
"""

from typing import Any

import msgspec

from tickwheel.command_api import problems
from tickwheel.command_api.accounts import passwords
from tickwheel.command_api.reads.rows import Row, one_row, row_of
from tickwheel.runtime.postgres.connect import Connection, Pool

LEASE_S = 60
"""Longer than any of these writes takes."""
_SWEEP = "DELETE FROM tickwheel_api.keyed_writes WHERE begun_at < now() - interval '1 hour'"
_CLAIM = f"""
INSERT INTO tickwheel_api.keyed_writes AS w (write_id, fingerprint, holder, leased_until)
VALUES (%(write_id)s, %(fingerprint)s, %(holder)s, now() + interval '{LEASE_S} seconds')
ON CONFLICT (write_id) DO UPDATE SET
    (fingerprint, holder, leased_until, begun_at) = (excluded.fingerprint, excluded.holder, excluded.leased_until, now())
    WHERE w.answer IS NULL AND w.leased_until < now()
RETURNING write_id
"""  # noqa: S608 - our own number
_FIRST = "SELECT fingerprint, answer FROM tickwheel_api.keyed_writes WHERE write_id = %s"
_NOTE = """
UPDATE tickwheel_api.keyed_writes SET answer = %s WHERE write_id = %s AND holder = %s AND answer IS NULL RETURNING write_id
"""
_RELEASE = "DELETE FROM tickwheel_api.keyed_writes WHERE write_id = %s AND holder = %s AND answer IS NULL"


class Claim(msgspec.Struct, frozen=True):
    write_id: str
    """The same for the same key of the same caller at the same place."""
    holder: str
    """This request."""


def begin(pool: Pool, claim: Claim, asked: str) -> dict[str, Any] | None:
    """The answer to the first request with this key; None if this is the first, and has to be done now."""
    # Slow to guess, because what was asked for may hold a password, and a quick hash of that must stand nowhere.
    mine = {"fingerprint": passwords.hashed(asked), **msgspec.structs.asdict(claim)}
    with pool.connection() as connection:
        connection.execute(_SWEEP)
        if row_of(connection, _CLAIM, mine) is not None:
            return None
    first = one_row(pool, _FIRST, (claim.write_id,))
    if first is None or first["answer"] is None:
        raise problems.key_in_use()
    if not passwords.is_right(first["fingerprint"], asked):
        raise problems.key_reused()
    answer: dict[str, Any] = msgspec.json.decode(first["answer"])
    return answer


def note(connection: Connection, claim: Claim, answer: Row) -> None:
    """In the transaction of the write, which this undoes if somebody else has taken the claim over."""
    text = msgspec.json.encode(answer).decode()
    if row_of(connection, _NOTE, (text, claim.write_id, claim.holder)) is None:
        raise problems.key_in_use()


def release(pool: Pool, claim: Claim) -> None:
    """It was not done, so its key is free for a better one."""
    with pool.connection() as connection:
        connection.execute(_RELEASE, (claim.write_id, claim.holder))
