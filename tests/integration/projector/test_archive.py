"""A month that is over goes to files and comes back unchanged; nothing is dropped before its files are proven."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.histories import NOVEMBER, WORKER, History
from tests.projections import Projection

from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.operate import Operator
from tickwheel.projector.months import Month, archived_months
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.settings import MigrateSettings, PostgresGroup

pytestmark = pytest.mark.postgres

DAY_MS = 86_400_000
OCTOBER = NOVEMBER - 20 * DAY_MS


@pytest.fixture
def archived(projection: Projection) -> Projection:
    """Runs of two handlers in October, one in November."""
    for name, start_ms in (("old", OCTOBER), ("older", OCTOBER - DAY_MS), ("new", NOVEMBER)):
        history = History(name, start_ms=start_ms).created()
        history.ran()
        if name == "old":
            execution_id = history.due(handler="reports/weekly", payload='{"a": "\\u00e4\\t"}')
            history.claimed(execution_id).attempt_failed(execution_id).claimed(execution_id, 2)
            history.completed(execution_id, 2, result="")
        projection.apply(*history.events)
    return projection


def operator(projection: Projection, now_ms: int = NOVEMBER + 70 * DAY_MS) -> Operator:
    postgres = PostgresGroup.model_validate({"dsn": projection.dsn})
    return Operator(MigrateSettings(postgres=postgres), ManualClock(now_ms))


def test_a_month_that_is_over_moves_to_files_and_the_rest_stays(archived: Projection, tmp_path: Path) -> None:
    assert operator(archived, NOVEMBER + 30 * DAY_MS).run(str(tmp_path), 30, 7) == [Month(2026, 10)]
    assert archived.rows("SELECT job_name FROM executions") == [{"job_name": "new"}]
    assert archived.rows("SELECT count(*) FROM attempts") == [{"count": 1}]
    assert archived_months(archived.connection) == [Month(2026, 10)]


def test_files_are_read_by_anyone(archived: Projection, tmp_path: Path) -> None:
    operator(archived).run(str(tmp_path), 30, 7)
    file = tmp_path / "attempts" / "month=2026-10" / "handler=reports%2Fweekly" / "rows.parquet"
    table = pq.read_table(file, partitioning=None)
    assert table["attempt"].to_pylist() == [1, 2]
    assert set(table["worker_id"].to_pylist()) == {WORKER}


def test_a_restored_month_equals_what_was_archived(archived: Projection, tmp_path: Path) -> None:
    query = "SELECT * FROM {} WHERE created_at < '2026-11-01' ORDER BY execution_id, created_at, attempt"
    before = [archived.rows(query.format(table)) for table in ("executions", "attempts")]
    operator(archived).run(str(tmp_path), 30, 7)
    tables = operator(archived).restore(str(tmp_path), "2026-10")
    assert [archived.rows(query.format(table)) for table in tables] == before


def test_a_month_with_an_execution_under_way_stays(archived: Projection, tmp_path: Path) -> None:
    history = History("slow", start_ms=OCTOBER).created()
    history.claimed(history.due())
    archived.apply(*history.events)
    assert operator(archived, NOVEMBER + 30 * DAY_MS).run(str(tmp_path), 30, 7) == []
    assert archived.row("SELECT count(*) FROM executions") == {"count": 5}


def test_a_damaged_file_is_found(archived: Projection, tmp_path: Path) -> None:
    operator(archived).run(str(tmp_path), 30, 7)
    assert operator(archived).verify(str(tmp_path)) == 6
    file = next(tmp_path.rglob("*.parquet"))
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    with pytest.raises(ArchiveError, match="damaged"):
        operator(archived).verify(str(tmp_path))


def test_an_interrupted_run_resumes_and_archives_the_rest(
    archived: Projection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ArchiveError("the machine was stopped here")

    with monkeypatch.context() as broken:
        broken.setattr("tickwheel.projector.archive.archive.Archive._detach", fail)
        with pytest.raises(ArchiveError):
            operator(archived).run(str(tmp_path), 30, 7)
    assert archived.row("SELECT count(*) FROM executions") == {"count": 4}
    assert operator(archived).run(str(tmp_path), 30, 7) == [Month(2026, 10), Month(2026, 11)]
    assert archived.row("SELECT count(*) FROM executions") == {"count": 0}
