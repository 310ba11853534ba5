"""Replaying the journal: order, filters, where to begin and to end, and following it."""

from itertools import islice

import pytest
from tests.histories import NOVEMBER, History
from tests.ledger import Ledger

from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.scheduler.journal import reader
from tickwheel.scheduler.journal.entry import UnreadableEntryError
from tickwheel.scheduler.journal.filter import Filter
from tickwheel.scheduler.journal.span import Cut, Span

ALL = Span()


def replayed(ledger: Ledger, wanted: Filter | None = None, stretch: Span = ALL) -> list[str]:
    return [
        f"{type(entry.event).__name__} {entry.event.sequence}"
        for entry in ledger.journal.replay(wanted or Filter(), stretch)
    ]


@pytest.fixture
def daily(ledger: Ledger) -> History:
    history = History("daily").created()
    history.ran()
    ledger.write(history.events)
    return history


def test_gives_the_events_of_all_partitions_in_the_order_of_time(ledger: Ledger) -> None:
    histories = [History(f"job-{n}", start_ms=NOVEMBER + n).created() for n in range(20)]
    for history in histories:
        history.ran()
    ledger.write(*(history.events for history in histories))
    entries = list(ledger.journal.replay(Filter(), ALL))
    assert len(entries) == 100
    assert {entry.partition for entry in entries} == {0, 1, 2}
    assert [entry.event.at_ms for entry in entries] == sorted(entry.event.at_ms for entry in entries)


def test_keeps_the_order_when_a_partition_is_too_long_to_be_held(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "POLL_AT_MOST", 7)
    monkeypatch.setattr(reader, "HELD_AT_MOST", 5)
    test_gives_the_events_of_all_partitions_in_the_order_of_time(ledger)


def test_shows_only_what_is_asked_for(ledger: Ledger, daily: History) -> None:
    other = History("other", start_ms=daily.now_ms).created(actor="bob")
    run = other.due()
    ledger.write(other.events)
    whole = ["JobCreated 1", "ExecutionCreated 2", "ExecutionDispatched 3", "AttemptClaimed 4"]
    assert replayed(ledger, Filter(job_id=daily.job_id)) == [*whole, "ExecutionCompleted 5"]
    assert replayed(ledger, Filter(types=frozenset({"JobCreated"}))) == ["JobCreated 1"] * 2
    assert replayed(ledger, Filter(actor="bob")) == ["JobCreated 1"]
    assert replayed(ledger, Filter(execution_id=run)) == ["ExecutionCreated 2"]
    assert replayed(ledger, Filter(job_id=daily.job_id, actor="bob")) == []


def test_begins_and_ends_at_a_time(ledger: Ledger, daily: History) -> None:
    second, fourth = daily.events[1].at_ms, daily.events[3].at_ms
    stretch = Span(Cut("time", second), Cut("time", fourth))
    assert replayed(ledger, stretch=stretch) == ["ExecutionCreated 2", "ExecutionDispatched 3"]
    assert replayed(ledger, stretch=Span(Cut("time", daily.now_ms + 1))) == []


def test_begins_and_ends_at_an_offset(ledger: Ledger, daily: History) -> None:
    offsets = [entry.offset for entry in ledger.journal.replay(Filter(), ALL)]
    stretch = Span(Cut("offset", offsets[1]), Cut("offset", offsets[2]))
    assert replayed(ledger, stretch=stretch) == ["ExecutionCreated 2"]
    assert len(replayed(ledger, stretch=Span(end=Cut("offset", 1_000_000)))) == 5


def test_follows_what_comes_after_the_end(ledger: Ledger, daily: History) -> None:
    entries = ledger.journal.replay(Filter(), Span(Cut("time", daily.now_ms + 1)), follow=True)
    ledger.write(History("later", start_ms=daily.now_ms).created().events)
    assert [type(entry.event).__name__ for entry in islice(entries, 1)] == ["JobCreated"]
    entries.close()


def test_shows_answers_that_took_no_number(ledger: Ledger, daily: History) -> None:
    refusal = {"command_type": "PauseJob", "code": "conflict", "field": "", "message": "no"}
    daily.answer(CommandRejected, **refusal)
    ledger.write_events(daily.events[-1])
    assert replayed(ledger)[-1] == "CommandRejected 5"


def test_names_the_place_of_a_record_that_is_no_event(ledger: Ledger) -> None:
    producer = ledger.log.producer()
    producer.produce(ledger.topics.events, 1, b"key", b"nonsense")
    producer.flush(30)
    with pytest.raises(UnreadableEntryError, match=r"test\.events partition 1 offset 0 cannot be read"):
        replayed(ledger)


def test_a_clock_that_jumped_back_does_not_tear_what_lies_before_a_time(ledger: Ledger) -> None:
    history = History("daily").created()
    history.now_ms += 60_000
    history.due()
    history.now_ms -= 60_000
    history.due()
    for event in history.events:
        ledger.write([event])
    stretch = Span(end=Cut("time", history.events[1].at_ms))
    assert replayed(ledger, stretch=stretch) == ["JobCreated 1"]
