"""Finds out whether a batch of claims was committed, after a commit whose result is unknown.

Only the claims in the log can tell. Committed offsets could not: if the mailboxes have gone to another worker, it may have
moved them on. Called after the batch writer was opened again, which settles the transaction in doubt.

The log must be read to its high watermark. Up to the last stable offset is not enough: an open transaction of another
worker may hold that back behind a claim of ours that was committed. Such a transaction ends within its time-out.
"""

from collections.abc import Mapping

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import END, TopicPartition
from tickwheel.worker.floor.held import Held, Key

WAIT_S = 0.5
MARGIN_MS = 60_000
"""Broker and worker clocks may differ by this much."""


def committed_claims(log: Log, codec: Codec, topic: str, attempts: list[Held], since_ms: int) -> list[Held]:
    """Those of the attempts whose claim, by this very incarnation, stands in the log."""
    partitions = sorted({TopicPartition(topic, held.partition) for held in attempts})
    wanted: dict[Key, Held] = {held.key: held for held in attempts}
    ends = _ends(log, partitions)
    reader = log.consumer(None)
    try:
        found = _scan(reader, codec, _starts(reader, partitions, since_ms - MARGIN_MS), ends)
    finally:
        reader.close()
    return [held for key, held in wanted.items() if (key, held.worker_id) in found]


def _ends(log: Log, partitions: list[TopicPartition]) -> dict[TopicPartition, int]:
    looker = log.consumer(None, isolation="read_uncommitted")
    try:
        return {partition: looker.watermarks(partition)[1] for partition in partitions}
    finally:
        looker.close()


def _starts(reader: Consumer, partitions: list[TopicPartition], since_ms: int) -> dict[TopicPartition, int]:
    offsets = reader.offsets_for_time(partitions, since_ms)
    return {p: offset for p, offset in offsets.items() if offset != END}


def _scan(
    reader: Consumer,
    codec: Codec,
    starts: Mapping[TopicPartition, int],
    ends: Mapping[TopicPartition, int],
) -> set[tuple[Key, str]]:
    found: set[tuple[Key, str]] = set()
    reader.assign(starts)

    def is_behind() -> bool:
        return any((reader.position(partition) or 0) < ends[partition] for partition in starts)

    while is_behind():
        records = reader.poll(5_000, WAIT_S)
        for record in records:
            claim = _claim(codec, record.value)
            if claim is not None:
                found.add(((claim.execution_id, claim.attempt), claim.worker_id))
        if not records and is_behind():
            raise RetriableError("the claims could not be read to their end; is the broker reachable?")
    return found


def _claim(codec: Codec, value: bytes | None) -> AttemptClaim | None:
    try:
        return codec.decode(value or b"", AttemptClaim)
    except DecodeError:
        return None
