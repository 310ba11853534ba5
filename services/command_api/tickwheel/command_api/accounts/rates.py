"""How often somebody may come. People are counted in Postgres, for all API processes together; programs in memory."""

from collections import Counter

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import one_row
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Pool

MINUTE_MS = 60_000
SWEEP_EVERY = 100
_COUNT = """
INSERT INTO tickwheel_api.rate_windows AS w (key, minute, count) VALUES (%s, %s, 1)
ON CONFLICT (key, minute) DO UPDATE SET count = w.count + 1 RETURNING count
"""
_SWEEP = "DELETE FROM tickwheel_api.rate_windows WHERE minute < %s"


class Rates:
    def __init__(self, pool: Pool, clock: Clock) -> None:
        self._pool = pool
        self._clock = clock
        self._minute = 0
        self._programs: Counter[str] = Counter()
        self._counted = 0
        self._refused: dict[str, int] = {}
        """Person -> the minute in which they have come too often already."""

    async def limit_person(self, key: str, per_minute: int) -> None:
        """Raises the problem that they get. Whoever was refused is not counted again: a flood costs Postgres nothing."""
        now_ms = self._clock.now_ms()
        if self._refused.get(key) == now_ms // MINUTE_MS:
            raise _too_often(per_minute, now_ms)
        await run_in_threadpool(self.count_person, key, per_minute)

    def count_person(self, key: str, per_minute: int) -> None:
        """Blocks on Postgres. Raises the problem that they get."""
        now_ms = self._clock.now_ms()
        minute = now_ms // MINUTE_MS
        row = one_row(self._pool, _COUNT, (key, minute))
        self._counted += 1
        if self._counted % SWEEP_EVERY == 0:
            with self._pool.connection() as connection:
                connection.execute(_SWEEP, (minute - 5,))
        if row is not None and row["count"] > per_minute:
            self._refused = {k: m for k, m in self._refused.items() if m == minute} | {key: minute}
            raise _too_often(per_minute, now_ms)

    def count_program(self, key: str, per_minute: int) -> None:
        now_ms = self._clock.now_ms()
        minute = now_ms // MINUTE_MS
        if minute != self._minute:
            self._minute = minute
            self._programs.clear()
        self._programs[key] += 1
        if self._programs[key] > per_minute:
            raise _too_often(per_minute, now_ms)


def _too_often(per_minute: int, now_ms: int) -> Problem:
    left_s = max(1, (MINUTE_MS - now_ms % MINUTE_MS) // 1_000)
    return Problem(
        429,
        "rate_limited",
        f"expected at most {per_minute} such requests a minute: come back in {left_s} s",
        headers={"Retry-After": str(left_s)},
    )
