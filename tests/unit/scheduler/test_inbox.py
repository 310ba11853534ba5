"""In which order the scheduler deals with what it has read."""

from tickwheel.protocol.topics import Topics
from tickwheel.runtime.log.records import Record
from tickwheel.scheduler.inbox import Inbox

TOPICS = Topics("t.")


def records(topic: str, count: int, partition: int = 0) -> list[Record]:
    return [Record(topic, partition, offset, 0, b"key", b"value") for offset in range(count)]


def inbox(*flocks: list[Record]) -> Inbox:
    filled = Inbox(TOPICS)
    filled.keep({0, 1})
    for flock in flocks:
        filled.add(flock)
    return filled


def taken(box: Inbox, count: int) -> list[Record]:
    return [record for _ in range(count) if (record := box.take()) is not None]


def test_reports_are_not_held_up_by_a_flood_of_commands_that_came_first() -> None:
    box = inbox(records(TOPICS.commands("normal"), 1_000), records(TOPICS.outcomes, 10))
    first = taken(box, 31)
    assert [record for record in first if record.topic == TOPICS.outcomes] == records(TOPICS.outcomes, 10)


def test_no_line_starves_while_all_are_full() -> None:
    topics = [TOPICS.claims, *(TOPICS.commands(lane) for lane in ("critical", "high", "normal", "low"))]
    box = inbox(*(records(topic, 100) for topic in topics))
    first = [record.topic for record in taken(box, 31)]
    assert [first.count(topic) for topic in topics] == [16, 8, 4, 2, 1]


def test_a_turn_that_an_empty_line_leaves_goes_to_the_most_urgent_one() -> None:
    box = inbox(records(TOPICS.commands("low"), 50), records(TOPICS.commands("high"), 5))
    first = [record.topic for record in taken(box, 6)]
    assert first.count(TOPICS.commands("high")) == 5


def test_records_of_a_partition_stay_in_their_order() -> None:
    box = inbox(records(TOPICS.outcomes, 5), records(TOPICS.outcomes, 5, partition=1))
    assert [record.offset for record in taken(box, 10) if record.partition == 1] == [0, 1, 2, 3, 4]


def test_records_of_a_batch_taken_back_come_first_again() -> None:
    box = inbox(records(TOPICS.claims, 3), records(TOPICS.commands("normal"), 3))
    batch = taken(box, 4)
    box.put_back(batch)
    assert len(box) == 6
    again = taken(box, 6)
    for topic in (TOPICS.claims, TOPICS.commands("normal")):
        assert [record.offset for record in again if record.topic == topic] == [0, 1, 2]


def test_records_of_a_partition_that_was_lost_are_dropped() -> None:
    box = inbox(records(TOPICS.claims, 2), records(TOPICS.claims, 2, partition=1))
    box.keep({1})
    box.add(records(TOPICS.outcomes, 2))
    assert {record.partition for record in taken(box, 10)} == {1}
