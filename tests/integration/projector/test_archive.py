"""A month that is over goes to files and comes back unchanged; nothing is dropped before its files are proven."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pyarrow.parquet as pq
import pytest
from tests.histories import NOVEMBER, WORKER, History
from tests.projections import Projection

from tickwheel.projector import patience, standstill
from tickwheel.projector.archive import export, files
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.operate import Operator
from tickwheel.projector.archive.rerun import Wanted
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import TABLES, Month, archived_months
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.settings import ArchiveGroup, ArchiveSettings, PostgresGroup

pytestmark = pytest.mark.postgres

DAY_MS = 86_400_000
CHAIN = "00000000-0000-4000-8000-000000000001"
OCTOBER = NOVEMBER - 20 * DAY_MS

Operate = Callable[..., Operator]


@pytest.fixture
def archived(projection: Projection) -> Projection:
    """Runs of two handlers in October, one in November."""
    for name, start_ms in (("old", OCTOBER), ("older", OCTOBER - DAY_MS), ("new", NOVEMBER)):
        history = History(name, start_ms=start_ms, payload='{"of": "the job"}').created()
        history.ran()
        if name == "old":
            awkward = {
                "payload": '{"a": "\\u00e4\\t", "b": "x,\\"y\\"\\n"}',
                "dedup_key": '"quoted", and\nbroken',
            }
            execution_id = history.due(handler="reports/weekly", chain=(CHAIN, CHAIN), **awkward)
            history.claimed(execution_id).attempt_failed(execution_id).claimed(execution_id, 2)
            history.completed(execution_id, 2, result="")
        projection.apply(*history.events)
    return projection


@pytest.fixture
def operator(projection: Projection, tmp_path: Path) -> Operate:
    def make(now_ms: int = NOVEMBER + 70 * DAY_MS, **keep: Any) -> Operator:
        postgres = PostgresGroup.model_validate({"dsn": projection.dsn})
        archive = ArchiveGroup(**{"store": str(tmp_path), **keep})
        return Operator(ArchiveSettings(postgres=postgres, archive=archive), ManualClock(now_ms))

    return make


def _cut(*_: object) -> None:
    raise ArchiveError("the machine was stopped here")


def test_a_month_that_is_over_moves_to_files_and_the_rest_stays(
    archived: Projection, operator: Operate
) -> None:
    steps = list(operator(NOVEMBER + 30 * DAY_MS, command_days=365).run())
    assert steps == ["archived 2026-10"]
    assert archived.rows("SELECT job_name FROM executions") == [{"job_name": "new"}]
    assert archived.rows("SELECT count(*) FROM attempts") == [{"count": 1}]
    assert archived_months(archived.connection) == [Month(2026, 10)]


@pytest.mark.usefixtures("archived")
def test_files_are_read_by_anyone(operator: Operate, tmp_path: Path) -> None:
    list(operator().run())
    file = tmp_path / "attempts" / "month=2026-10" / "handler=reports%2Fweekly" / "rows.parquet"
    table = pq.read_table(file, partitioning=None)
    assert table["attempt"].to_pylist() == [1, 2]
    assert set(table["worker_id"].to_pylist()) == {WORKER}
    assert pq.read_metadata(file).row_group(0).column(0).compression == "ZSTD"
    asked = "SELECT month, count(*) FROM read_parquet('{}/executions/*/*/*.parquet', hive_partitioning = true) GROUP BY month ORDER BY month"
    found = duckdb.sql(asked.format(tmp_path))
    assert [(str(month), count) for month, count in found.fetchall()] == [("2026-10", 3), ("2026-11", 1)]


def test_a_restored_month_equals_what_was_archived(archived: Projection, operator: Operate) -> None:
    query = "SELECT * FROM {} WHERE created_at < '2026-11-01' ORDER BY execution_id, created_at, attempt"
    before = [archived.rows(query.format(table)) for table in ("executions", "attempts")]
    list(operator().run())
    tables = operator().restore("2026-10")
    assert [archived.rows(query.format(table)) for table in tables] == before


def test_a_month_with_an_execution_under_way_stays(archived: Projection, operator: Operate) -> None:
    history = History("slow", start_ms=OCTOBER).created()
    history.claimed(execution_id := history.due())
    archived.apply(*history.events)
    steps = list(operator(NOVEMBER + 30 * DAY_MS, command_days=365).run())
    assert steps == ["2026-10 stays: executions of it are under way (1)"]
    assert archived.row("SELECT count(*) FROM executions") == {"count": 5}
    # It ends in December, and leaves with the month in which it was created.
    history.now_ms = NOVEMBER + 30 * DAY_MS
    archived.apply(history.completed(execution_id).events[-1])
    assert "archived 2026-10" in list(operator(NOVEMBER + 30 * DAY_MS, command_days=365).run())
    executions, _ = operator().restore("2026-10")
    query = f"SELECT count(*) FROM {executions} WHERE finished_at > '2026-12-01'"  # noqa: S608 - the name is ours
    assert archived.row(query) == {"count": 1}


@pytest.mark.usefixtures("archived")
def test_a_damaged_file_is_found(operator: Operate, tmp_path: Path) -> None:
    list(operator().run())
    assert operator().verify() == 6
    damaged, lost, *_ = sorted(tmp_path.rglob("*.parquet"))
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"!")
    lost.unlink()
    with pytest.raises(
        ArchiveError, match=r"damaged[^\n]*\n[^\n]*is not in[^\n]*\n2 of 6 files are not whole"
    ):
        operator().verify()


def test_a_month_whose_file_arrives_damaged_stays(
    archived: Projection, operator: Operate, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = iter(("as written", "as read back"))
    monkeypatch.setattr(export, "digest", lambda _: next(digests))
    with pytest.raises(ArchiveError, match="damaged"):
        list(operator().run())
    assert archived.row("SELECT count(*) FROM executions") == {"count": 4}
    assert operator().files() == []


def test_an_interrupted_run_resumes_and_writes_again_only_what_changed(
    archived: Projection, operator: Operate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("tickwheel.projector.archive.archive.Archive._detach", _cut)
        with pytest.raises(ArchiveError):
            list(operator().run())
    assert archived.row("SELECT count(*) FROM executions") == {"count": 4}
    files = sorted(tmp_path.rglob("*.parquet"))
    before = {file: file.stat().st_mtime_ns for file in files}
    # The same number of rows, and yet not the same rows: the file of an earlier run must not stand for them.
    archived.connection.execute("UPDATE executions SET owner = 'eve' WHERE handler = 'reports/weekly'")
    assert list(operator().run())[:2] == ["archived 2026-10", "archived 2026-11"]
    assert archived.row("SELECT count(*) FROM executions") == {"count": 0}
    again = {file for file in files if file.stat().st_mtime_ns != before[file]}
    assert {file.parent.name for file in again} == {"handler=reports%2Fweekly"}
    (table,) = (name for name in operator().restore("2026-10") if "executions" in name)
    owner = "SELECT owner FROM {} WHERE handler = 'reports/weekly'"
    assert archived.row(owner.format(table)) == {"owner": "eve"}


def test_rows_that_change_while_they_are_archived_are_not_dropped(
    archived: Projection, operator: Operate, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Store.put

    def put(store: Store, path: str, file: Path) -> None:
        archived.connection.execute("UPDATE executions SET owner = owner || '!'")
        original(store, path, file)

    monkeypatch.setattr(Store, "put", put)
    with pytest.raises(ArchiveError, match="changed while it was archived"):
        list(operator().run())
    assert archived.row("SELECT count(*) FROM executions") == {"count": 4}


def test_files_are_deleted_after_their_time(archived: Projection, operator: Operate, tmp_path: Path) -> None:
    list(operator().run())
    late = OCTOBER + 400 * DAY_MS
    steps = list(operator(late).run())
    assert "deleted the archive of 2026-10" in steps
    assert {file.parent.parent.name for file in tmp_path.rglob("*.parquet")} == {"month=2026-11"}
    assert [(month["month"], month["expired"]) for month in operator().months()] == [
        ("2026-10", True),
        ("2026-11", False),
    ]
    assert archived_months(archived.connection) == [Month(2026, 10), Month(2026, 11)]
    with pytest.raises(ArchiveError, match="were deleted on"):
        operator().restore("2026-10")


def test_what_comes_after_its_month_had_left_is_added_to_the_archive(
    archived: Projection, operator: Operate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the events of a partition do that was stopped meanwhile."""
    list(operator().run())
    late = History("late", start_ms=OCTOBER).created()
    late.ran()
    archived.apply(*late.events)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}
    with monkeypatch.context() as broken:
        broken.setattr(files, "note", _cut)
        with pytest.raises(ArchiveError):
            list(operator().run())
    assert "archived 2026-10" in list(operator().run())
    again = {str(file.relative_to(tmp_path)) for file in before if file.stat().st_mtime_ns != before[file]}
    assert again == {f"{table}/month=2026-10/handler=reports.daily/rows.parquet" for table in TABLES}
    executions, attempts = operator().restore("2026-10")
    names = archived.rows(f"SELECT DISTINCT job_name FROM {executions} ORDER BY 1")  # noqa: S608 - the name is ours
    assert [row["job_name"] for row in names] == ["late", "old", "older"]
    assert archived.row(f"SELECT count(*) FROM {attempts}") == {"count": 5}  # noqa: S608 - the name is ours


def test_a_month_that_was_made_anew_leaves_again_and_its_files_stay(
    archived: Projection, operator: Operate, tmp_path: Path
) -> None:
    list(operator().run())
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}
    months = operator().months()
    archived.start_over()
    archived.apply(*archived.applied)
    assert "archived 2026-10" in list(operator().run())
    assert archived.row("SELECT count(*) FROM executions") == {"count": 0}
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")} == before
    assert operator().months() == months


def test_a_restored_month_explains_itself_and_is_there_for_readers(
    archived: Projection, operator: Operate
) -> None:
    list(operator().run())
    executions, _ = operator().restore("2026-10")
    assert operator().restore("2026-10")[0] == executions
    archived.connection.execute("SET ROLE tickwheel_reader")
    assert archived.row(f"SELECT count(*) FROM {executions}") == {"count": 3}  # noqa: S608 - the name is ours
    assert archived.row("SELECT count(*) FROM tickwheel_archive.files") == {"count": 6}
    archived.connection.execute("RESET ROLE")
    comment = archived.row("SELECT col_description(%s::regclass, 1) AS comment", executions)
    assert comment["comment"].startswith("uuid5 of job")


def test_a_month_leaves_although_somebody_reads_and_nobody_waits_for_it_long(
    archived: Projection, operator: Operate, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(archived.dsn) as reader:
        reader.execute("SELECT count(*) FROM tickwheel.executions")
        pauses = []

        def read_to_the_end(seconds: float) -> None:
            pauses.append(seconds)
            assert archived.row("SELECT count(*) FROM executions") == {"count": 4}
            reader.commit()

        monkeypatch.setattr(patience, "WAIT_MS", 50)
        monkeypatch.setattr(patience, "sleep", read_to_the_end)
        assert "archived 2026-10" in list(operator().run())
    assert len(pauses) == 1


def test_no_month_leaves_while_a_verification_compares(archived: Projection, operator: Operate) -> None:
    waits = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with psycopg.connect(archived.dsn, autocommit=True) as verification:
        standstill.hold(verification)
        run = threading.Thread(target=lambda: list(operator().run()))
        run.start()
        while not archived.rows(waits):
            assert run.is_alive()
        assert archived.row("SELECT count(*) FROM executions") == {"count": 4}
    run.join(30)
    assert archived.row("SELECT count(*) FROM executions") == {"count": 0}


@pytest.mark.usefixtures("archived")
def test_the_archive_answers_sql(operator: Operate) -> None:
    list(operator().run())
    asked = "SELECT e.month, a.handler, count(*) AS attempts FROM attempts a JOIN executions e USING (execution_id) GROUP BY ALL ORDER BY ALL"
    answer = operator().query(asked)
    assert answer.columns == ["month", "handler", "attempts"]
    assert answer.rows == [
        ("2026-10", "reports.daily", 2),
        ("2026-10", "reports/weekly", 2),
        ("2026-11", "reports.daily", 1),
    ]
    assert operator().query("SELECT count(*) FROM executions", month="2026-11").rows == [(1,)]
    with pytest.raises(ArchiveError, match="cannot be answered"):
        operator().query("SELECT nonsense FROM executions")
    with pytest.raises(ArchiveError, match="No archived file"):
        operator().query("SELECT 1", handler="unknown")


@pytest.mark.usefixtures("archived")
def test_executions_are_planned_to_run_again_with_the_payload_they_had(operator: Operate) -> None:
    list(operator().run())
    found = operator().plan_rerun(Wanted(job="old"), "2026-10")
    assert {each.handler: each.payload for each in found} == {
        "reports.daily": {"of": "the job"},
        "reports/weekly": {"a": "ä\t", "b": 'x,"y"\n'},
    }
    assert operator().plan_rerun(Wanted(status="FAILED"), "2026-10") == []
    with pytest.raises(ArchiveError, match="No archived file is of 2026-09"):
        operator().plan_rerun(Wanted(), "2026-09")
    earliest = min(each.due_at for each in found)
    assert [each.job_name for each in operator().plan_rerun(Wanted(until=earliest), "2026-10")] == ["older"]


@pytest.mark.usefixtures("archived")
def test_a_store_that_is_named_by_a_url_does_the_same(operator: Operate, tmp_path: Path) -> None:
    """As an S3-compatible one is: files are fetched before they are read."""
    away = operator(store=f"file://{tmp_path / 'bucket'}")
    (tmp_path / "bucket").mkdir()
    list(away.run())
    assert away.verify() == 6
    assert len(away.restore("2026-10")) == 2
    assert away.query("SELECT count(*) FROM attempts").rows == [(5,)]
    assert len(away.plan_rerun(Wanted(), "2026-10")) == 3
    assert (
        "deleted the archive of 2026-10"
        in operator(OCTOBER + 400 * DAY_MS, store=f"file://{tmp_path / 'bucket'}").run()
    )


@pytest.mark.usefixtures("archived")
def test_only_one_run_at_a_time(operator: Operate) -> None:
    first = operator().run()
    next(first)
    with pytest.raises(ArchiveError, match="another run"):
        list(operator().run())
    assert list(first)
