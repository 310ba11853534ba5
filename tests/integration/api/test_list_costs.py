"""No list of the API reads more rows than it shows or counts, however long the history is.

`python -m tests.benchmarks.lists` measures the same on five million executions.
"""

from typing import Any

import pytest
from tests.benchmarks.lists import explain, make_history, opened
from tests.benchmarks.questions import QUESTIONS

from tickwheel.command_api.reads.listing import COUNTED_AT_MOST

pytestmark = pytest.mark.postgres

EXECUTIONS = 30_000
READ_AT_MOST = COUNTED_AT_MOST + 1_000
"""Rows of executions in one query."""


def rows_read(node: dict[str, Any]) -> float:
    """From partitions of executions, under this node of a plan."""
    below = sum(rows_read(child) for child in node.get("Plans", ()))
    if "executions" not in node.get("Relation Name", ""):
        return below
    thrown_away = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return float(below + (node["Actual Rows"] + thrown_away) * node["Actual Loops"])


def test_a_list_reads_little_more_than_it_tells(database: str) -> None:
    make_history(database, EXECUTIONS)
    with opened(database) as pool:
        with pool.connection() as connection:
            # So small a table would rather be read as a whole; a large one must not be.
            connection.execute("SET enable_seqscan TO off")
            # Workers beside the query read on until it tells them that it has enough: how far, is chance.
            connection.execute("SET max_parallel_workers_per_gather TO 0")
        read = {
            name: max(rows_read(plan[0]["Plan"]) for plan in explain(pool, name, "JSON"))
            for name in QUESTIONS
            if name.startswith("executions")
        }
    assert {name: rows for name, rows in read.items() if rows > READ_AT_MOST} == {}
