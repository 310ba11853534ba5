"""Every query of docs/sql-cookbook.md runs as it stands, as the reader, and the ones with data find it."""

import re
from pathlib import Path

import pytest
from tests.histories import History
from tests.projections import Projection

from tickwheel.projector import archive
from tickwheel.runtime.postgres import migrate

pytestmark = pytest.mark.postgres

PAGE = (Path(__file__).parents[3] / "docs" / "sql-cookbook.md").read_text()
QUERIES = re.findall(r"([^\n]*)\n\n```sql\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_has_queries() -> None:
    assert len(QUERIES) > 20


def test_every_query_runs_as_the_reader(projection: Projection) -> None:
    history = History("nightly-report", tags={"team": "billing"}).created()
    history.ran()
    history.failed(history.due(), 0)
    projection.apply(*history.events)
    migrate(projection.connection, archive.PACKAGE, archive.SCHEMA)
    projection.connection.execute("SET ROLE tickwheel_reader")
    found = {title: projection.rows(query.replace("%", "%%")) for title, query in QUERIES}
    projection.connection.execute("RESET ROLE")
    (rows,) = [rows for title, rows in found.items() if title.startswith("A value out of the results")]
    assert [row["rows"] for row in rows] == [3]
    (rows,) = [rows for title, rows in found.items() if title.startswith("Open dead letters")]
    assert [(row["error_class"], row["count"]) for row in rows] == [("ValueError", 1)]
    (rows,) = [rows for title, rows in found.items() if title.startswith("All that happened to a job")]
    assert [row["what"] for row in rows] == ["execution FAILED", "execution COMPLETED", "CreateJob"]
    (rows,) = [rows for title, rows in found.items() if title.startswith("How large is each month")]
    assert len(rows) >= 2
