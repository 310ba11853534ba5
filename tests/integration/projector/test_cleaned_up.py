"""What was archived and cleaned up is missing from the tables, and a verification knows why."""

from pathlib import Path

import pytest
from tests.histories import NOVEMBER, History
from tests.journals import Journal, query, running, wait_for_events

from tickwheel.projector.archive.operate import Operator as ArchiveOperator
from tickwheel.projector.operate import Operator
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.settings import ArchiveGroup, ArchiveSettings, ProjectorSettings

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

HUNDRED_DAYS_MS = 100 * 86_400_000


def test_no_difference_after_months_were_archived_and_rows_cleaned_up(
    journal: Journal, settings: ProjectorSettings, database: str, tmp_path: Path
) -> None:
    for name in ("gone", "stays"):
        history = History(name).created()
        history.ran()
        journal.write(history.retired().events if name == "gone" else history.events)
    with running(settings) as projector:
        wait_for_events(projector, 11)
    archive = ArchiveSettings(postgres=settings.postgres, archive=ArchiveGroup(store=str(tmp_path)))
    steps = list(ArchiveOperator(archive, ManualClock(NOVEMBER + HUNDRED_DAYS_MS)).run())
    assert "archived 2026-11" in steps
    assert query(database, "SELECT name FROM tickwheel.jobs") == [("stays",)]
    assert query(database, "SELECT count(*) FROM tickwheel.executions") == [(0,)]
    assert Operator(settings).verify(lambda done, whole: None) == []
