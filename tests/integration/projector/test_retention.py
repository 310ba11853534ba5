"""What is kept for a while goes after its time, and a verification does not take that for a fault."""

from pathlib import Path

import psycopg
import pytest
from tests.histories import NOVEMBER, History
from tests.projections import Projection

from tickwheel.projector.archive import horizons
from tickwheel.projector.archive.operate import Operator
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.postgres import migrate
from tickwheel.runtime.settings import ArchiveGroup, ArchiveSettings, PostgresGroup

pytestmark = pytest.mark.postgres

DAY_MS = 86_400_000
NEW_USER = """
INSERT INTO tickwheel_api.users (name, role, password_hash, created_by) VALUES ('ada', 'user', '-', '-')
RETURNING user_id
"""
NEW_SESSION = """
INSERT INTO tickwheel_api.sessions (session_hash, user_id, address, agent, last_seen_at)
VALUES (%s, %s, '', '', to_timestamp(%s))
"""


def operator(projection: Projection, folder: Path, now_ms: int) -> Operator:
    postgres = PostgresGroup.model_validate({"dsn": projection.dsn})
    settings = ArchiveSettings(postgres=postgres, archive=ArchiveGroup(store=str(folder)))
    return Operator(settings, ManualClock(now_ms))


def counts(projection: Projection, *tables: str) -> dict[str, int]:
    count = "SELECT count(*) FROM {}"
    return {table: projection.row(count.format(table))["count"] for table in tables}


def test_jobs_commands_and_dead_letters_stay_for_their_time_and_go_after_it(
    projection: Projection, tmp_path: Path
) -> None:
    gone, stays = History("gone").created(), History("stays").created()
    stays.failed(stays.due(), 1)
    projection.apply(*gone.retired().events, *stays.events)
    tables = ("jobs", "job_versions", "commands", "dead_letters")
    before = counts(projection, *tables)

    list(operator(projection, tmp_path, NOVEMBER + 25 * DAY_MS).run())
    assert counts(projection, *tables) == before

    steps = list(operator(projection, tmp_path, NOVEMBER + 100 * DAY_MS).run())
    assert projection.rows("SELECT name FROM jobs") == [{"name": "stays"}]
    assert projection.row("SELECT count(*) FROM commands") == {"count": 0}
    # It is open: somebody may still send it back to work.
    assert projection.row("SELECT count(*) FROM dead_letters") == {"count": 1}
    assert "deleted 1 rows of jobs" in steps
    projection.connection.execute("UPDATE dead_letters SET status = 'DISMISSED'")
    assert list(operator(projection, tmp_path, NOVEMBER + 100 * DAY_MS).run()) == [
        "deleted 1 rows of dead_letters"
    ]


def test_a_job_that_was_cleaned_up_can_be_made_again(projection: Projection, tmp_path: Path) -> None:
    projection.apply(*History("again").created().retired().events)
    list(operator(projection, tmp_path, NOVEMBER + 100 * DAY_MS).run())
    projection.apply(*History("again", start_ms=NOVEMBER + 100 * DAY_MS).created().events)
    assert projection.rows("SELECT name, retired_at FROM jobs") == [{"name": "again", "retired_at": None}]
    assert projection.backlog.stops == {}


def test_log_lines_go_after_a_week_and_idle_sessions_after_a_day(
    projection: Projection, tmp_path: Path
) -> None:
    migrate(projection.connection, "tickwheel.command_api.sql", "tickwheel_api")
    connection = projection.connection
    connection.execute("SET search_path TO tickwheel")
    insert_lines(connection)
    found = connection.execute(NEW_USER).fetchone()
    assert found is not None
    for name, hours in ((b"fresh", 23), (b"stale", 25)):
        connection.execute(NEW_SESSION, [name, found[0], NOVEMBER / 1_000 - hours * 3_600])
    list(operator(projection, tmp_path, NOVEMBER).run())
    assert projection.rows("SELECT message FROM execution_logs") == [{"message": "6 days old"}]
    left = projection.rows("SELECT session_hash FROM tickwheel_api.sessions")
    assert [row["session_hash"] for row in left] == [b"fresh"]


def insert_lines(connection: psycopg.Connection) -> None:
    for days in (6, 8):
        connection.execute(
            "INSERT INTO execution_logs VALUES (gen_random_uuid(), 1, 1, gen_random_uuid(), to_timestamp(%s), 'info', %s, NULL, 0)",
            [NOVEMBER / 1_000 - days * 86_400, f"{days} days old"],
        )


def test_how_far_a_table_was_cleaned_up_is_noted_and_never_goes_back(
    projection: Projection, tmp_path: Path
) -> None:
    for days in (100, 50):
        list(operator(projection, tmp_path, NOVEMBER + days * DAY_MS).run())
    kept = horizons.kept(projection.connection)
    assert set(kept) == set(horizons.COLUMNS)
    found = projection.row(
        "SELECT extract(epoch FROM before)::bigint AS before FROM tickwheel_archive.horizons WHERE table_name = 'commands'"
    )
    assert found == {"before": (NOVEMBER + 70 * DAY_MS) // 1_000}
