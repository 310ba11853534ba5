"""A job's history from the journal: every event, and how the job stood at an instant."""

from collections import deque
from typing import Any

import msgspec

from tickwheel.command_api import journal
from tickwheel.command_api.instants import epoch_ms
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.reads.rows import Row
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.job import JobCreated, JobUpdated
from tickwheel.runtime.log.records import TopicPartition

SCANNED_AT_MOST = 200_000
"""A partition holds many jobs. A history that begins earlier is told from here on, and says so."""


def of_job(parts: Parts, row: Row, at_ms: int, limit: int) -> dict[str, Any]:
    """Blocks on Kafka. `at_ms` 0: until now."""
    partition = TopicPartition(parts.topics.events, row["log_partition"])
    end = row["log_offset"] + 1
    begin = journal.since(parts.source, partition, epoch_ms(row["created_at"]))
    scanned_from = max(begin, end - SCANNED_AT_MOST)
    key = str(row["job_id"]).encode()
    stood = _Stood()
    kept: deque[dict[str, Any]] = deque(maxlen=limit)
    told = journal.stretch(
        parts.source, parts.codec, parts.clock, {partition: scanned_from}, {partition: end}
    )
    for heard in told:
        event = heard.event if heard.record.key == key else None
        if event is None or (at_ms and event.at_ms > at_ms):
            continue
        stood.follow(event)
        kept.append(_line(event, heard.record.offset))
    return {
        "items": list(kept),
        "complete": scanned_from == begin and stood.events == len(kept),
        "state": stood.document(),
    }


def _line(event: Event, offset: int) -> dict[str, Any]:
    return {"offset": offset, "type": type(event).__name__, **msgspec.to_builtins(event)}


class _Stood:
    """What the events so far make of the job."""

    def __init__(self) -> None:
        self.events = 0
        self._last: Event | None = None
        self._defined: JobCreated | JobUpdated | None = None

    def follow(self, event: Event) -> None:
        self.events += 1
        self._last = event
        if isinstance(event, JobCreated | JobUpdated):
            self._defined = event

    def document(self) -> dict[str, Any] | None:
        if self._last is None:
            return None
        body: dict[str, Any] = {"status": self._last.job_status, "sequence": self._last.sequence}
        if self._defined is not None:
            body |= {
                "version": self._defined.version,
                "definition": msgspec.to_builtins(self._defined.definition),
            }
        return body
