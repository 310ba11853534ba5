"""What workers and handlers say, as rows. Nobody vouches for it, so nothing of it stops anything."""

import pytest
from tests.histories import NOVEMBER
from tests.projections import Projection

from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.ids import job_id
from tickwheel.protocol.logs import ExecutionLogged, ProgressReported
from tickwheel.protocol.message import Message
from tickwheel.protocol.workers import HandlerRegistered, WorkerHeartbeat, WorkerStopped
from tickwheel.runtime.log.records import Record, TopicPartition

pytestmark = pytest.mark.postgres

REPORTS = "tickwheel.reports"
JOB = job_id("default", "report")
EXECUTION = job_id("default", "an execution")


def heartbeat(number: int, running: int = 0) -> WorkerHeartbeat:
    return WorkerHeartbeat(
        worker_id="w-1",
        instance="box",
        hostname="box.example.org",
        address="",
        version="0.1.0",
        queue="default",
        labels={"zone": "eu"},
        handlers=("reports.daily", "reports.weekly"),
        mailboxes=(),
        slots=10,
        running=running,
        held=running,
        credit=20,
        cpu_milli=2_000,
        memory_mib=0,
        disk_mib=0,
        extra_resources={"gpu": 1},
        draining=False,
        started_at_ms=NOVEMBER,
        sent_at_ms=NOVEMBER + number * 2_000,
        number=number,
        lease_ms=10_000,
    )


def line(number: int, execution_id: str = EXECUTION) -> ExecutionLogged:
    return ExecutionLogged(
        job_id=JOB,
        execution_id=execution_id,
        attempt=1,
        line=number,
        at_ms=NOVEMBER,
        level="info",
        message=f"line {number}\twith a tab",
        fields='{"rows": 3}',
    )


def say(projection: Projection, *messages: Message | bytes | None) -> None:
    where = TopicPartition(REPORTS, 0)
    first = projection.backlog.positions.get(where)
    if first is None:
        projection.adopt(where)
        first = 0
    encode = projection.codec.encode
    values = [value if value is None or isinstance(value, bytes) else encode(value) for value in messages]
    projection.project(
        [Record(REPORTS, 0, first + n, NOVEMBER, b"key", value) for n, value in enumerate(values)]
    )


def test_a_worker_is_what_its_last_heartbeat_said(projection: Projection) -> None:
    say(projection, heartbeat(1), heartbeat(2, running=3))
    row = projection.row("SELECT * FROM workers")
    assert (row["running"], row["slots"], row["labels"]) == (3, 10, {"zone": "eu"})
    assert row["handlers"] == ["reports.daily", "reports.weekly"]


@pytest.mark.parametrize("together", [True, False])
def test_a_worker_that_stopped_in_good_order_runs_nothing(projection: Projection, together: bool) -> None:
    goodbye = WorkerStopped(worker_id="w-1", reason="drained", stopped_at_ms=NOVEMBER + 9_000)
    if together:
        say(projection, heartbeat(1, running=2), goodbye)
    else:
        say(projection, heartbeat(1, running=2))
        say(projection, goodbye)
    row = projection.row("SELECT running, stop_reason FROM workers")
    assert row == {"running": 0, "stop_reason": "drained"}
    assert projection.rows("SELECT * FROM live_workers") == []


def test_log_lines_and_progress_are_kept_by_execution(projection: Projection) -> None:
    progress = ProgressReported(job_id=JOB, execution_id=EXECUTION, attempt=1, at_ms=NOVEMBER, fraction=0.5)
    say(projection, line(1), line(2), progress)
    rows = projection.rows("SELECT line, message, fields FROM execution_logs ORDER BY line")
    assert rows[1] == {"line": 2, "message": "line 2\twith a tab", "fields": {"rows": 3}}
    assert projection.row("SELECT fraction FROM execution_progress") == {"fraction": 0.5}


def test_handlers_tell_their_schema_and_their_health(projection: Projection) -> None:
    handler = HandlerRegistered(
        handler="reports.daily",
        payload_schema='{"type": "object"}',
        kind="async",
        description="Makes the report.",
        worker_id="w-1",
        registered_at_ms=NOVEMBER,
    )
    health = HandlerHealth(
        handler="reports.daily",
        state="open",
        changed_at_ms=NOVEMBER,
        retry_at_ms=NOVEMBER + 30_000,
        calls=10,
        failures=6,
        mean_duration_ms=12.5,
        p95_duration_ms=40.0,
        backlog=0,
        workers_needed=1.5,
        at_ms=NOVEMBER,
    )
    say(projection, handler, health)
    assert projection.row("SELECT payload_schema FROM handlers") == {"payload_schema": {"type": "object"}}
    assert projection.row("SELECT breaker, failures FROM handler_health") == {
        "breaker": "open",
        "failures": 6,
    }


def test_what_cannot_be_read_or_stored_is_passed_over(projection: Projection) -> None:
    say(projection, line(1), b"no message", None, line(2, execution_id="not-a-uuid"), line(3))
    assert [row["line"] for row in projection.rows("SELECT line FROM execution_logs ORDER BY line")] == [1, 3]
    assert projection.backlog.stops == {}
    assert projection.backlog.positions[TopicPartition(REPORTS, 0)] == 5
