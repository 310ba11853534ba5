"""Remembers what was asked for with an Idempotency-Key, so that the same key with another body is refused, not answered.

The scheduler answers a repeated command id by itself. What it cannot tell is whether the request was the same: that is held here
and, for the other API processes, a second later in Postgres. While Postgres is down the first answer is given as before.
"""

import asyncio
import contextlib
import hashlib
from collections import OrderedDict

import msgspec
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.door import OUTAGES
from tickwheel.command_api.problems import key_reused
from tickwheel.command_api.reads.rows import one_row
from tickwheel.protocol.commands.command import Command
from tickwheel.runtime.postgres.connect import Pool

KEPT = 50_000
SAVE_EVERY_S = 1.0
_SAVE = (
    "INSERT INTO tickwheel_api.fingerprints (command_id, fingerprint) VALUES (%s, %s) ON CONFLICT DO NOTHING"
)
_FIND = "SELECT fingerprint FROM tickwheel_api.fingerprints WHERE command_id = %s"
_SWEEP = "DELETE FROM tickwheel_api.fingerprints WHERE saved_at < now() - interval '1 hour'"


class Fingerprints:
    def __init__(self, pool: Pool, kept: int = KEPT) -> None:
        self._pool = pool
        self._kept = kept
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._unsaved: dict[str, bytes] = {}

    def check(self, command: Command) -> None:
        """Before it is sent: refuse what this process knows to be another request under the same key."""
        _compare(self._known.get(command.command_id), command)

    async def check_repeated(self, command: Command) -> None:
        """The scheduler has had it before: perhaps from another API process."""
        if command.command_id in self._known:
            return
        with contextlib.suppress(*OUTAGES):
            row = await run_in_threadpool(one_row, self._pool, _FIND, (command.command_id,))
            _compare(None if row is None else bytes(row["fingerprint"]), command)

    def remember(self, command: Command) -> None:
        if command.command_id in self._known:
            return
        self._known[command.command_id] = self._unsaved[command.command_id] = _fingerprint(command)
        if len(self._known) > self._kept:
            forgotten, _ = self._known.popitem(last=False)
            self._unsaved.pop(forgotten, None)

    async def keep_saving(self) -> None:
        """For as long as the API serves."""
        while True:
            await asyncio.sleep(SAVE_EVERY_S)
            unsaved, self._unsaved = self._unsaved, {}
            if unsaved:
                with contextlib.suppress(*OUTAGES):
                    await run_in_threadpool(self._save, list(unsaved.items()))

    def _save(self, items: list[tuple[str, bytes]]) -> None:
        with self._pool.connection() as connection, connection.cursor() as cursor:
            cursor.executemany(_SAVE, items)
            cursor.execute(_SWEEP)


def _fingerprint(command: Command) -> bytes:
    """Of all but when it was issued."""
    same = msgspec.structs.replace(command, issued_at_ms=0)
    return hashlib.blake2b(msgspec.json.encode(same), digest_size=16).digest()


def _compare(first: bytes | None, command: Command) -> None:
    if first and first != _fingerprint(command):
        raise key_reused()
