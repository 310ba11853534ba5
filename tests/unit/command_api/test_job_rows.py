"""A kept row is never older than what the journal has told."""

from typing import Any, cast

import pytest

from tickwheel.command_api.reads import jobs
from tickwheel.command_api.reads.job_rows import JobRows
from tickwheel.command_api.tail import Heard
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.records import Record
from tickwheel.runtime.postgres.connect import Pool

JOB = "2dee7ec6-d6bf-511d-bef5-c5b4bc82fe36"
POOL = cast("Pool", None)


class Tables:
    """What Postgres would answer, and how often it was asked."""

    def __init__(self) -> None:
        self.log_offset = 5
        self.projected_before = 6
        self.asked = 0
        self.payload = "{}"

    def job(self, pool: Pool, job_id: str, topic: str) -> dict[str, Any]:
        self.asked += 1
        return {
            "job_id": job_id,
            "log_partition": 0,
            "log_offset": self.log_offset,
            "projected_before": self.projected_before,
            "definition": {"payload": self.payload},
        }


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    tables = Tables()
    monkeypatch.setattr(jobs, "job", tables.job)
    return tables


def heard(offset: int, job: str = JOB) -> list[Heard]:
    return [Heard(Record("events", 0, offset, 0, job.encode(), None), cast("Codec", None))]


def rows(**limits: int) -> JobRows:
    made = JobRows("events", **limits)
    made.begin_at({0: 0})
    return made


def test_a_row_is_read_once_while_nothing_happens(tables: Tables) -> None:
    cache = rows()
    assert cache.job(POOL, JOB) == cache.job(POOL, JOB)
    assert tables.asked == 1


def test_an_event_of_the_job_drops_its_row(tables: Tables) -> None:
    cache = rows()
    cache.job(POOL, JOB)
    cache.hear(heard(6))
    tables.log_offset = 6
    assert (cache.job(POOL, JOB) or {})["log_offset"] == 6


def test_a_row_that_lacks_what_was_heard_is_not_kept(tables: Tables) -> None:
    cache = rows()
    cache.hear(heard(6))
    cache.job(POOL, JOB)
    cache.job(POOL, JOB)
    assert tables.asked == 2


def test_what_was_forgotten_must_be_in_the_tables_first(tables: Tables) -> None:
    cache = rows(remembered=1)
    cache.hear(heard(6))
    cache.hear(heard(7, "another"))
    cache.job(POOL, JOB)
    cache.job(POOL, JOB)
    assert tables.asked == 2
    tables.projected_before = 7
    cache.job(POOL, JOB)
    cache.job(POOL, JOB)
    assert tables.asked == 3


def test_what_came_before_the_tail_must_be_in_the_tables_first(tables: Tables) -> None:
    cache = JobRows("events")
    cache.begin_at({0: 100})
    cache.job(POOL, JOB)
    cache.job(POOL, JOB)
    assert tables.asked == 2


def test_a_caller_may_change_what_it_gets(tables: Tables) -> None:
    cache = rows()
    (cache.job(POOL, JOB) or {})["job_id"] = "changed"
    assert (cache.job(POOL, JOB) or {})["job_id"] == JOB


def test_rows_of_large_payloads_are_not_kept(tables: Tables) -> None:
    cache = rows()
    tables.payload = '{"text":"' + "x" * 10_000 + '"}'
    assert cache.job(POOL, JOB) == cache.job(POOL, JOB)
    assert tables.asked == 2
