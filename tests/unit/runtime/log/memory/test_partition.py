"""A partition in memory: what is visible, what compaction keeps, what retention leaves."""

from tickwheel.runtime.log.memory.partition import Partition
from tickwheel.runtime.log.records import TopicPartition


def partition(*records: tuple[bytes | None, bytes | None]) -> Partition:
    made = Partition(TopicPartition("topic", 0))
    for key, value in records:
        made.append(key, value, (), 1)
    return made


def values(log: Partition, offset: int = 0) -> list[bytes | None]:
    return [r.value for r in log.read(offset, 100, committed=True)[0]]


def test_compaction_keeps_the_last_record_of_each_key_and_tombstones() -> None:
    log = partition((b"a", b"1"), (b"b", b"1"), (b"a", b"2"), (b"b", None))

    log.compact()

    assert [(r.offset, r.key, r.value) for r in log.read(0, 100, committed=True)[0]] == [
        (2, b"a", b"2"),
        (3, b"b", None),
    ]


def test_compaction_lets_an_aborted_record_hide_nothing() -> None:
    log = partition((b"a", b"committed"))
    log.append(b"a", b"aborted", (), 1, "transaction")
    log.end_transaction("transaction", committed=False)

    log.compact()

    assert values(log) == [b"committed"]


def test_compaction_leaves_what_is_not_yet_stable() -> None:
    log = partition((b"a", b"1"))
    log.append(b"a", b"2", (), 1, "transaction")
    log.compact()
    log.end_transaction("transaction", committed=False)

    assert values(log) == [b"1"]


def test_offsets_do_not_change_by_compaction_and_retention() -> None:
    log = partition((b"a", b"1"), (b"a", b"2"), (b"b", b"3"))

    log.compact()
    log.truncate(2)

    assert (log.first_offset, log.high_watermark) == (2, 3)
    assert values(log, offset=2) == [b"3"]


def test_reading_in_small_steps_gives_the_same_and_passes_markers() -> None:
    log = partition((b"a", b"1"))
    log.append(b"a", b"aborted", (), 1, "t1")
    log.append(b"a", b"2", (), 1, "t2")
    log.end_transaction("t1", committed=False)
    log.end_transaction("t2", committed=True)

    steps, offset = [], 0
    while offset < log.high_watermark:
        records, offset = log.read(offset, 1, committed=True)
        steps += [r.value for r in records]

    assert steps == values(log) == [b"1", b"2"]
