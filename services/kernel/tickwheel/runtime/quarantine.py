"""Puts a record that could not be read aside, so that its partition goes on."""

from tickwheel.protocol.quarantine import QuarantinedRecord
from tickwheel.runtime.log.records import Record

KEPT_BYTES = 1_000_000
"""What is kept of a value, so that the quarantined record is itself never too large."""

KEPT_KEY_BYTES = 1_000


def quarantined(record: Record, error: str, *, found_by: str, at_ms: int) -> QuarantinedRecord:
    value = record.value or b""
    if len(value) > KEPT_BYTES:
        error = f"{error} (only the first {KEPT_BYTES} of its {len(value)} bytes are kept here)"
    return QuarantinedRecord(
        topic=record.topic,
        partition=record.partition,
        offset=record.offset,
        key=(record.key or b"")[:KEPT_KEY_BYTES],
        value=value[:KEPT_BYTES],
        error=error[:KEPT_KEY_BYTES],
        at_ms=at_ms,
        found_by=found_by,
    )
