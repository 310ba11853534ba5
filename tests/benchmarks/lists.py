"""How long each list of the API takes on years of history: prints one line a list, the slowest last.

python -m tests.benchmarks.lists [executions] [--explain]
"""

import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import psycopg
from tests.benchmarks.questions import QUESTIONS

from tickwheel.command_api.reads import listing
from tickwheel.command_api.reads.rows import Row, Values, all_rows
from tickwheel.embedded import EmbeddedPostgres
from tickwheel.projector import PACKAGE, SCHEMA
from tickwheel.projector.months import make_partitions, month_of, months_from
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.postgres import migrate, open_pool
from tickwheel.runtime.postgres.connect import Pool
from tickwheel.runtime.settings import PostgresGroup

MONTHS = 14
ROUNDS = 5
YEARS = (Path(__file__).parent / "years.sql").read_text("utf-8")


class Answer(NamedTuple):
    name: str
    items: int
    total: int
    ms: float
    """Median of the whole: the page and its total."""
    cpu_ms: float
    """What it takes of Postgres' processor, on average: what counts where others use the machine too."""


def make_history(dsn: str, executions: int) -> None:
    """Jobs, executions, dead letters and commands of the last 14 months."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        migrate(connection, PACKAGE, SCHEMA)
        connection.execute(f"SET search_path TO {SCHEMA}".encode())
        first = month_of(SystemClock().now_ms() - (MONTHS + 1) * 31 * 86_400_000)
        for month in months_from(first, MONTHS + 4):
            make_partitions(connection, month)
        with psycopg.ClientCursor(connection) as cursor:
            cursor.execute(YEARS.encode(), {"executions": executions, "months": MONTHS})
        connection.execute("VACUUM (ANALYZE)")


@contextmanager
def opened(dsn: str) -> Iterator[Pool]:
    with open_pool(PostgresGroup.model_validate({"dsn": dsn}), "lists") as pool:
        yield pool


def ask(pool: Pool, name: str) -> Answer:
    table, question = QUESTIONS[name]
    took = []
    listing.page(pool, table, question)
    cpu_before = _cpu_ms(pool)
    for _ in range(ROUNDS):
        began = time.perf_counter()
        body = listing.page(pool, table, question)
        took.append((time.perf_counter() - began) * 1_000)
    cpu_ms = (_cpu_ms(pool) - cpu_before) / ROUNDS
    return Answer(name, len(body["items"]), body["total"], statistics.median(took), cpu_ms)


def _cpu_ms(pool: Pool) -> float:
    """Of the process behind the pool's one connection, so far; Linux counts it in nanoseconds here."""
    with pool.connection() as connection:
        used = Path(f"/proc/{connection.info.backend_pid}/schedstat").read_text("utf-8")
    return int(used.split()[0]) / 1e6


def explain(pool: Pool, name: str, form: str = "TEXT") -> list[Any]:
    """How Postgres goes about the page and the total."""
    plans: list[Any] = []

    def watched(pool: Pool, query: Any, values: Values = ()) -> list[Row]:
        with pool.connection() as connection:
            text = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT {form}) {query.as_string(connection)}"
            told = [row[0] for row in connection.execute(text.encode(), values)]
        plans.append(told[0] if form == "JSON" else "\n".join(told))
        return all_rows(pool, query, values)

    with mock.patch("tickwheel.command_api.reads.listing.all_rows", watched):
        listing.page(pool, *QUESTIONS[name])
    return plans


def main(arguments: list[str]) -> None:
    executions = int(next((word for word in arguments if word.isdigit()), "5000000"))
    with EmbeddedPostgres() as postgres:
        dsn = postgres.create_database("lists")
        make_history(dsn, executions)
        with opened(dsn) as pool:
            for answer in sorted((ask(pool, name) for name in QUESTIONS), key=lambda answer: answer.ms):
                sys.stdout.write(
                    f"{answer.ms:9.1f} ms  {answer.cpu_ms:7.1f} ms cpu  {answer.items:3} of {answer.total:6}  {answer.name}\n"
                )
                if "--explain" in arguments:
                    sys.stdout.write("\n\n".join(explain(pool, answer.name)) + "\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
