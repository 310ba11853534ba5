"""Those who wait for the tables leave threads to those who do not."""

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tickwheel.command_api.parts import THREADS, Parts
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads import offsets
from tickwheel.runtime.clock import SystemClock


class Tables:
    """The offsets that the projector has told, and a signal for each who has looked."""

    def __init__(self) -> None:
        self.next_offset = 0
        self.looks = threading.Semaphore(0)

    def row(self, *_: object) -> dict[str, Any]:
        self.looks.release()
        return {"next_offset": self.next_offset}


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    tables = Tables()
    monkeypatch.setattr(offsets, "one_row", tables.row)
    return tables


def test_only_so_many_wait_and_all_others_are_told_at_once(tables: Tables) -> None:
    parts = cast(
        "Parts",
        SimpleNamespace(
            pool=None,
            partitions=4,
            topics=SimpleNamespace(events="events"),
            clock=SystemClock(),
            answer_timeout_s=60.0,
            hub=SimpleNamespace(end_of=lambda _: 100),
        ),
    )
    with ThreadPoolExecutor(THREADS) as clients:
        waiting = [clients.submit(offsets.wait_for, parts, "1:17") for _ in range(offsets.WAITING_AT_MOST)]
        while offsets._places.acquire(blocking=False):  # not all of them wait yet
            offsets._places.release()
            assert tables.looks.acquire(timeout=30)
        with pytest.raises(Problem, match="have not reached 1:17 yet") as told:
            offsets.wait_for(parts, "1:17")
        tables.next_offset = 18
        assert [one.result(30) for one in waiting] == [None] * offsets.WAITING_AT_MOST
    assert told.value.status == 503
    offsets.wait_for(parts, "1:17")
