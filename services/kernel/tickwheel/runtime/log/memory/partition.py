"""One partition: slots in offset order, which of them belong to open or aborted transactions, and what a reader may see.

slot     0    1    2    3    4    5        r  a record
         r    r*   r    m    r*            m  a marker (None): end of a transaction that is over
              ▲                   ▲        *  written by a transaction that is still open
         last stable offset   high watermark
"""

from collections.abc import Iterable

from tickwheel.runtime.log.ports import Headers
from tickwheel.runtime.log.records import Record, TopicPartition

TransactionKey = str


class Partition:
    """Append-only. A slot is a Record, or None where there is nothing (more) to read."""

    def __init__(self, where: TopicPartition) -> None:
        self.where = where
        self.first_offset = 0
        self.visible_end: int | None = None
        self._slots: list[Record | None] = []
        self._open: dict[TransactionKey, list[int]] = {}
        self._aborted: set[int] = set()

    @property
    def high_watermark(self) -> int:
        return len(self._slots)

    @property
    def last_stable_offset(self) -> int:
        return min((offsets[0] for offsets in self._open.values()), default=len(self._slots))

    def append(
        self,
        key: bytes | None,
        value: bytes | None,
        headers: Headers,
        timestamp_ms: int,
        transaction: TransactionKey | None = None,
    ) -> int:
        offset = len(self._slots)
        topic, partition = self.where
        self._slots.append(Record(topic, partition, offset, timestamp_ms, key, value, tuple(headers)))
        if transaction is not None:
            self._open.setdefault(transaction, []).append(offset)
        return offset

    def end_transaction(self, transaction: TransactionKey, *, committed: bool) -> None:
        """Write the marker, which takes an offset of its own."""
        offsets = self._open.pop(transaction, [])
        if not committed:
            self._aborted.update(offsets)
        self._slots.append(None)

    def read(self, offset: int, max_records: int, *, committed: bool) -> tuple[list[Record], int]:
        """Records from `offset` on, and the offset to go on from: past markers and what was aborted."""
        end = self.readable_end(committed=committed)
        records: list[Record] = []
        while offset < end and len(records) < max_records:
            upto = min(end, offset + max_records - len(records))
            records.extend(self._seen(self._slots[offset:upto], committed))
            offset = upto
        return records, offset

    def readable_end(self, *, committed: bool) -> int:
        end = self.last_stable_offset if committed and self._open else len(self._slots)
        return end if self.visible_end is None else min(end, self.visible_end)

    def offset_at(self, timestamp_ms: int) -> int | None:
        """The first record at or after that time."""
        for slot in self._slots[self.first_offset :]:
            if slot is not None and slot.timestamp_ms >= timestamp_ms:
                return slot.offset
        return None

    def compact(self) -> None:
        """Below the last stable offset keep the last record of each key; tombstones stay, as they do in Kafka for a day."""
        stable = self.last_stable_offset
        settled = [r for r in self._slots[:stable] if r is not None]
        live = [r for r in settled if r.offset not in self._aborted]
        last = {r.key: r.offset for r in live if r.key is not None}
        for record in settled:
            if record.key is not None and last.get(record.key) != record.offset:
                self._slots[record.offset] = None

    def truncate(self, before: int) -> None:
        """Forget what retention would have deleted."""
        self.first_offset = min(max(before, self.first_offset), len(self._slots))
        self._slots[: self.first_offset] = [None] * self.first_offset

    def _seen(self, slots: Iterable[Record | None], committed: bool) -> Iterable[Record]:
        if committed and self._aborted:
            return (r for r in slots if r is not None and r.offset not in self._aborted)
        return (r for r in slots if r is not None)
