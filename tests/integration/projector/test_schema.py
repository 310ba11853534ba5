"""The tables explain themselves, and a reader can read but not write."""

import psycopg
import pytest
from tests.histories import History
from tests.projections import Projection

from tickwheel.runtime.clock import SystemClock

pytestmark = pytest.mark.postgres

HOUR_MS = 3_600_000

UNCOMMENTED = """
SELECT c.relname || coalesce('.' || a.attname, '') AS thing
FROM pg_class c
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'tickwheel'::regnamespace
  AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND c.relname <> 'schema_migrations'
  AND (obj_description(c.oid, 'pg_class') IS NULL
       OR (a.attnum IS NOT NULL AND col_description(c.oid, a.attnum) IS NULL))
"""


def test_every_table_view_and_column_has_a_comment(projection: Projection) -> None:
    assert projection.rows(UNCOMMENTED) == []


def test_views_by_the_hour_read_the_hours_that_are_asked_for(projection: Projection) -> None:
    this_hour_ms = SystemClock().now_ms() // HOUR_MS * HOUR_MS
    for hours, name in ((1, "now"), (40 * 24, "long-ago")):
        history = History(name, start_ms=this_hour_ms - hours * HOUR_MS).created()
        history.ran()
        history.claimed(execution_id := history.due()).failed(execution_id)
        projection.apply(*history.events)
    failures = "SELECT handler, ended, failed, failure_rate::float FROM handler_failure_rates WHERE hour > {}"
    every = {"handler": "reports.daily", "ended": 2, "failed": 1, "failure_rate": 0.5}
    assert projection.rows(failures.format("'-infinity'")) == [every, every]
    today = failures.format("now() - interval '1 day'")
    assert projection.rows(today) == [every]
    late = "SELECT queue, starts FROM lateness_percentiles WHERE hour > now() - interval '1 day'"
    assert projection.rows(late) == [{"queue": "default", "starts": 2}]
    plan = projection.rows(f"EXPLAIN (ANALYZE) {today}")
    read = next(line for row in plan if "Aggregate" in (line := row["QUERY PLAN"]) and "loops=" in line)
    assert int(read.rpartition("loops=")[2].rstrip(")")) <= 25


def test_the_reader_reads_everything_and_writes_nothing(projection: Projection) -> None:
    projection.connection.execute("SET ROLE tickwheel_reader")
    try:
        assert projection.rows("SELECT * FROM executions") == []
        assert projection.rows("SELECT * FROM queues") == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            projection.connection.execute("DELETE FROM jobs")
    finally:
        projection.connection.execute("RESET ROLE")
