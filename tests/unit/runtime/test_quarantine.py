"""A record that could not be read is kept as it was, and never grows too large to be kept."""

from tickwheel.runtime.codec import RECORD_CAP_BYTES, Codec
from tickwheel.runtime.log.records import Record
from tickwheel.runtime.quarantine import KEPT_BYTES, quarantined


def record(value: bytes | None, key: bytes | None = b"k") -> Record:
    return Record(topic="t", partition=3, offset=9, timestamp_ms=1, key=key, value=value)


def test_keeps_the_record_where_it_stood_and_what_was_wrong() -> None:
    kept = quarantined(record(b"\xff\x00"), "not framed", found_by="scheduler", at_ms=5)
    assert (kept.topic, kept.partition, kept.offset, kept.key, kept.value) == ("t", 3, 9, b"k", b"\xff\x00")
    assert (kept.error, kept.found_by, kept.at_ms) == ("not framed", "scheduler", 5)


def test_a_record_without_key_and_value_can_be_kept() -> None:
    kept = quarantined(record(None, None), "no value", found_by="worker", at_ms=5)
    assert (kept.key, kept.value) == (b"", b"")


def test_the_largest_record_still_fits_when_it_is_kept() -> None:
    huge = record(b"x" * (2 * RECORD_CAP_BYTES), b"k" * RECORD_CAP_BYTES)
    kept = quarantined(huge, "too large" * 10_000, found_by="scheduler", at_ms=5)
    assert len(kept.value) == KEPT_BYTES
    assert len(Codec().encode(kept)) < RECORD_CAP_BYTES


def test_says_how_much_was_cut() -> None:
    kept = quarantined(record(b"x" * (KEPT_BYTES + 1)), "too large", found_by="scheduler", at_ms=5)
    assert kept.error == "too large (only the first 1000000 of its 1000001 bytes are kept here)"
