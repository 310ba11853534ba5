"""The tables explain themselves, and a reader can read but not write."""

import psycopg
import pytest
from tests.projections import Projection

pytestmark = pytest.mark.postgres

UNCOMMENTED = """
SELECT c.relname || coalesce('.' || a.attname, '') AS thing
FROM pg_class c
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind <> 'v'
WHERE c.relnamespace = 'tickwheel'::regnamespace
  AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND c.relname <> 'schema_migrations'
  AND (obj_description(c.oid, 'pg_class') IS NULL
       OR (a.attnum IS NOT NULL AND col_description(c.oid, a.attnum) IS NULL))
"""


def test_every_table_view_and_column_has_a_comment(projection: Projection) -> None:
    assert projection.rows(UNCOMMENTED) == []


def test_the_reader_reads_everything_and_writes_nothing(projection: Projection) -> None:
    projection.connection.execute("SET ROLE tickwheel_reader")
    try:
        assert projection.rows("SELECT * FROM executions") == []
        assert projection.rows("SELECT * FROM queues") == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            projection.connection.execute("DELETE FROM jobs")
    finally:
        projection.connection.execute("RESET ROLE")
