"""Whether the tables can be believed: nothing that was read in the journal is missing in them for long."""

from tickwheel.runtime.log.records import Record, TopicPartition

BLIND_AFTER_MS = 15_000
"""A record that is not in the tables after this long: what they call overdue may have started long ago."""


class Sight:
    """Follows, for each partition, one record that was not in the tables when it was looked at, until it is."""

    def __init__(self) -> None:
        self._awaited: dict[TopicPartition, tuple[int, int]] = {}

    def is_clear(
        self, latest: dict[TopicPartition, Record], projected: dict[TopicPartition, int], now_ms: int
    ) -> bool:
        for where, record in latest.items():
            reached = projected.get(where, 0)
            offset, _ = self._awaited.get(where, (-1, 0))
            if reached > record.offset:
                self._awaited.pop(where, None)
            elif reached > offset:
                self._awaited[where] = record.offset, now_ms
        return all(now_ms - since_ms < BLIND_AFTER_MS for _, since_ms in self._awaited.values())
