"""Rows of jobs that are read again and again, kept until the journal says that they have changed.

The journal is ahead of the tables. So a row is kept only if the tables had caught up with all that was heard of its job:

    heard of job A: offset 17    row of A read from the tables: its last event is 15    -> not kept, 17 is still to come
                                 read again a little later:     its last event is 17    -> kept until more is heard

Only so many jobs are remembered. For one that is not, the tables must have passed everything that was forgotten.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from tickwheel.command_api.reads import jobs
from tickwheel.command_api.reads.rows import Row
from tickwheel.command_api.tail import Heard
from tickwheel.runtime import metrics
from tickwheel.runtime.postgres.connect import Pool

KEPT = 5_000
KEPT_PAYLOAD = 8 * 1024
"""Rows with a longer payload are read anew: thousands of the largest would fill the memory."""
REMEMBERED = 50_000


class JobRows:
    def __init__(self, topic: str, kept: int = KEPT, remembered: int = REMEMBERED) -> None:
        self._topic = topic
        self._kept = kept
        self._remembered = remembered
        self._rows: OrderedDict[bytes, Row] = OrderedDict()
        self._heard: OrderedDict[bytes, tuple[int, int]] = OrderedDict()
        """Job -> partition and offset of the last that was heard of it."""
        self._forgotten: dict[int, int] = {}
        """Partition -> offset up to which it is no longer known what was heard."""
        self._lock = threading.Lock()

    def begin_at(self, offsets: Mapping[int, int]) -> None:
        """What came before the tail began was never heard."""
        self._forgotten = {partition: offset - 1 for partition, offset in offsets.items()}

    def hear(self, heard: Sequence[Heard]) -> None:
        """On the tail's thread."""
        with self._lock:
            for one in heard:
                record = one.record
                if record.key is not None:
                    self._rows.pop(record.key, None)
                    self._heard[record.key] = (record.partition, record.offset)
                    self._heard.move_to_end(record.key)
            while len(self._heard) > self._remembered:
                _, (partition, offset) = self._heard.popitem(last=False)
                self._forgotten[partition] = max(offset, self._forgotten.get(partition, -1))

    def job(self, pool: Pool, job_id: str) -> Row | None:
        """The row as the tables have it. The caller may change its copy."""
        key = job_id.encode()
        with self._lock:
            row = self._rows.get(key)
        metrics.ROW_CACHE_READS.labels("miss" if row is None else "hit").inc()
        if row is None:
            row = jobs.job(pool, job_id, self._topic)
            if row is not None:
                self._keep(key, row)
        return None if row is None else dict(row)

    def _keep(self, key: bytes, row: Row) -> None:
        projected = row.pop("projected_before")
        with self._lock:
            _, heard = self._heard.get(key, (0, -1))
            caught_up = (projected or 0) > self._forgotten.get(row["log_partition"], -1)
            is_small = len(row["definition"].get("payload", "")) <= KEPT_PAYLOAD
            if heard <= row["log_offset"] and caught_up and is_small:
                self._rows[key] = row
                if len(self._rows) > self._kept:
                    self._rows.popitem(last=False)
