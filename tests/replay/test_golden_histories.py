"""What was once written folds for ever, into what it once meant."""

from pathlib import Path

import pytest
from tests.replay.history import FOLDER, events_of, fold, known_after, read
from tests.replay.record import HISTORIES

PATHS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_an_old_history_still_folds_into_what_it_meant(path: Path) -> None:
    history = read(path)
    assert known_after(fold(events_of(history))) == history.known


def test_every_history_that_can_be_recorded_is_committed() -> None:
    assert {path.stem for path in PATHS} >= set(HISTORIES)


def test_the_histories_hold_almost_every_event() -> None:
    seen = {recorded.type for path in PATHS for recorded in read(path).events}
    assert len(seen) >= 25, sorted(seen)
