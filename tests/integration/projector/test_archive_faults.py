"""The archive is stopped before each of its steps in turn: nothing is ever lost, and the next run goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.histories import NOVEMBER, History
from tests.projections import Projection

from tickwheel.projector.archive import archive, export, files
from tickwheel.projector.archive.operate import Operator
from tickwheel.projector.archive.store import Store
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.settings import ArchiveGroup, ArchiveSettings, PostgresGroup

pytestmark = pytest.mark.postgres

DAY_MS = 86_400_000
STEPS: list[tuple[Any, str]] = [
    (Store, "put"),
    (export, "check"),
    (files, "note"),
    (archive.Archive, "_detach"),
    (archive.Archive, "_hold_still"),
    (archive.Archive, "_drop"),
    (archive.Archive, "_stamp"),
]
LIVE = "SELECT execution_id::text, md5(t::text) AS hash FROM executions t"
KEPT = "SELECT coalesce(sum(executions), 0)::int AS kept FROM tickwheel_archive.months WHERE detached_at IS NOT NULL"


class PowerCut(BaseException):
    """Nothing catches this."""


@contextmanager
def power_cut_before_step(number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    count = 0

    def cut(step: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*arguments: Any) -> Any:
            nonlocal count
            count += 1
            if count == number:
                raise PowerCut
            return step(*arguments)

        return stepped

    with monkeypatch.context() as patched:
        for where, name in STEPS:
            patched.setattr(where, name, cut(getattr(where, name)))
        yield


def test_a_power_cut_before_any_step_loses_nothing_and_the_next_run_goes_on(
    projection: Projection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for month in range(2):
        history = History(f"job-{month}", start_ms=NOVEMBER - 31 * month * DAY_MS).created()
        history.ran()
        history.claimed(execution_id := history.due(handler="other")).completed(execution_id)
        projection.apply(*history.events)
    before = {row["execution_id"]: row["hash"] for row in projection.rows(LIVE)}
    settings = ArchiveSettings(
        postgres=PostgresGroup.model_validate({"dsn": projection.dsn}),
        archive=ArchiveGroup(store=str(tmp_path)),
    )
    operator = Operator(settings, ManualClock(NOVEMBER + 100 * DAY_MS))
    assert operator.months() == []

    cuts = 0
    while True:
        try:
            # Each run gets one step further than the one before it was meant to.
            with power_cut_before_step(1 + cuts % 9, monkeypatch):
                list(operator.run())
        except PowerCut:
            cuts += 1
            live, kept = len(projection.rows(LIVE)), projection.row(KEPT)["kept"]
            assert live + kept == len(before)
        else:
            break
    assert cuts > 9
    assert projection.rows(LIVE) == []
    assert operator.verify() == 8
    for name in ("2026-10", "2026-11"):
        table = operator.restore(name)[0]
        back = projection.rows("SELECT execution_id::text, md5(t::text) AS hash FROM {} t".format(table))  # noqa: S608, UP032 - the name is ours
        for row in back:
            assert before.pop(row["execution_id"]) == row["hash"]
    assert before == {}
