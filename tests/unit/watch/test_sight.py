"""When the tables can be believed."""

from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.watch.sight import BLIND_AFTER_MS, Sight

WHERE = TopicPartition("events", 0)


def latest(offset: int) -> dict[TopicPartition, Record]:
    return {WHERE: Record("events", 0, offset, 0, b"k", b"v")}


def test_sees_clearly_while_the_tables_keep_up() -> None:
    sight = Sight()
    assert sight.is_clear(latest(9), {WHERE: 10}, 0)
    assert sight.is_clear(latest(10), {WHERE: 10}, BLIND_AFTER_MS * 2), "just read, not in yet"


def test_is_blind_once_a_record_stays_out_for_long_though_younger_ones_arrive() -> None:
    sight = Sight()
    assert sight.is_clear(latest(10), {WHERE: 10}, 0)
    assert sight.is_clear(latest(11), {WHERE: 10}, BLIND_AFTER_MS - 1)
    assert not sight.is_clear(latest(12), {WHERE: 10}, BLIND_AFTER_MS)
    assert sight.is_clear(latest(13), {WHERE: 11}, BLIND_AFTER_MS + 1), "that one is in"


def test_tables_that_know_nothing_of_a_partition_are_behind() -> None:
    sight = Sight()
    assert sight.is_clear(latest(0), {}, 0)
    assert not sight.is_clear(latest(0), {}, BLIND_AFTER_MS)
