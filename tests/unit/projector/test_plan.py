"""The parts of a merge agree: events, row structs, staging tables, statements."""

import re
from importlib import resources

import pytest

from tickwheel.projector.fold.table import FOLDS
from tickwheel.projector.merge.plan import STAGES, Stage, statement
from tickwheel.protocol import catalogue
from tickwheel.protocol.events.event import Event

STAGING = statement("staging").decode()


def test_every_event_of_the_journal_has_a_meaning_for_the_tables() -> None:
    assert {kind for kind in catalogue.MESSAGES if issubclass(kind, Event)} == set(FOLDS)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.table)
def test_a_staging_table_has_the_columns_of_its_row_in_order(stage: Stage) -> None:
    (body,) = re.findall(rf"CREATE TEMP TABLE staged_{stage.table} \((.*?)\);", STAGING, re.DOTALL)
    columns = tuple(column.split()[0] for column in body.split(","))
    assert columns == stage.row.__struct_fields__


def test_every_statement_of_the_folder_is_used() -> None:
    files = {
        entry.name.removesuffix(".sql")
        for entry in resources.files("tickwheel.projector.merge").iterdir()
        if entry.name.endswith(".sql")
    }
    used = {
        name for stage in STAGES for name in (*(step.statement for step in stage.steps), stage.check) if name
    }
    assert files == used | {"staging", "advance"}
