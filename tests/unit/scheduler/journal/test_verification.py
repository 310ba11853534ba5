"""The proof of the state by the journal: silent when all is well, and naming whatever is not."""

import pytest
from msgspec.structs import replace
from tests.histories import History
from tests.ledger import PARTITIONS, Ledger

from tickwheel.protocol import routing
from tickwheel.runtime.log.records import Record
from tickwheel.scheduler import state_records
from tickwheel.scheduler.engine.state import JobState
from tickwheel.scheduler.journal.verification import Verification, verify


@pytest.fixture
def daily(ledger: Ledger) -> History:
    history = History("daily").created()
    history.ran()
    history.claimed(history.due())
    ledger.write(history.events)
    return history


def job_of(ledger: Ledger, history: History) -> JobState:
    found = ledger.journal.state_at(history.job_id)
    assert found is not None
    return found.job


def test_finds_nothing_where_all_is_well(ledger: Ledger, daily: History) -> None:
    ledger.write(History("once").created().retired().created().events)
    found = verify(ledger.log, ledger.topics, ledger.codec, PARTITIONS)
    assert [partition.faults for partition in found] == [(), (), ()]
    assert sum(partition.events for partition in found) == len(daily.events) + 3
    assert sum(partition.jobs for partition in found) == 2
    assert sum(partition.executions for partition in found) == 1


def test_names_a_gap_in_the_journal(ledger: Ledger, daily: History) -> None:
    daily.created()
    daily.created()
    ledger.write_events(daily.events[-1])
    first = ledger.faults()[0]
    assert f"expected event 9 of {daily.job_id}, but found 10 (JobCreated) at partition" in first


def test_names_an_event_that_stands_twice(ledger: Ledger, daily: History) -> None:
    ledger.write_events(daily.events[-1])
    assert f"expected event 9 of {daily.job_id}, but found 8 (AttemptClaimed)" in ledger.faults()[0]


def test_names_an_event_in_the_wrong_partition(ledger: Ledger) -> None:
    history = History("lost").created()
    right = routing.partition_for(history.job_id.encode(), PARTITIONS)
    ledger.write_events(*history.events, partition=(right + 1) % PARTITIONS)
    assert "which belongs elsewhere" in ledger.faults()[0]


def test_names_the_field_that_differs(ledger: Ledger, daily: History) -> None:
    wrong = replace(job_of(ledger, daily), runs=7)
    ledger.write_state(state_records.job_key(daily.job_id), state_records.encode(wrong))
    assert ledger.faults() == [f"job {daily.job_id}: the journal gives runs 2, the state says 7"]


def test_names_a_job_that_the_state_has_lost(ledger: Ledger, daily: History) -> None:
    ledger.write_state(state_records.job_key(daily.job_id), None)
    assert ledger.faults() == [f"job {daily.job_id} is in the journal, but not in the state"]


def test_names_a_job_that_only_the_state_has(ledger: Ledger) -> None:
    stray = JobState(History("stray").job_id, sequence=1)
    ledger.write_state(state_records.job_key(stray.job_id), state_records.encode(stray))
    assert ledger.faults() == [f"job {stray.job_id} is in the state, but not in the journal"]


def test_names_a_state_record_that_cannot_be_read(ledger: Ledger, daily: History) -> None:
    ledger.write_state(state_records.job_key(daily.job_id), b"\x01garbage")
    [fault] = ledger.faults()
    assert fault.startswith(f"{daily.job_id}: the state topic holds a damaged record")
    assert fault.endswith("run `tickwheel log rebuild-state`")


def test_names_a_state_that_fell_behind(ledger: Ledger, daily: History) -> None:
    execution = daily.due()
    ledger.write_events(daily.events[-1])
    faults = ledger.faults()
    assert f"job {daily.job_id}: the journal gives sequence 9, the state says 8" in faults
    assert f"execution {execution} is in the journal, but not in the state" in faults


def test_names_a_record_that_is_no_event_and_goes_on(ledger: Ledger, daily: History) -> None:
    producer = ledger.log.producer()
    producer.produce(ledger.topics.events, 0, b"key", b"nonsense")
    producer.flush(30)
    [fault] = ledger.faults()
    assert "partition 0" in fault
    assert "cannot be read" in fault


def test_suspects_nobody_for_what_was_written_while_it_looked(
    ledger: Ledger, daily: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The schedulers go on between the reading of the journal and that of the state."""
    number = routing.partition_for(daily.job_id.encode(), PARTITIONS)
    verification = Verification(ledger.log, ledger.topics, ledger.codec, number, PARTITIONS)
    last = daily.events[-1]
    look = verification._fold

    def write_after_the_last(record: Record) -> str:
        subject = look(record)
        if verification._events == len(daily.events) - 1 and daily.events[-1] is last:
            daily.created()
            ledger.write(daily.events[-1:])
        return subject

    monkeypatch.setattr(verification, "_fold", write_after_the_last)
    found = verification.run()
    assert found.faults == ()
