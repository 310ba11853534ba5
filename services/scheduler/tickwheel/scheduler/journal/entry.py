"""One entry of the journal: an event and where it stands."""

import msgspec

from tickwheel.protocol.events.event import Event
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.records import Record


class UnreadableEntryError(Fault):
    """A record of the journal is no event that this release knows."""


class Entry(msgspec.Struct, frozen=True):
    partition: int
    offset: int
    event: Event


def entry_of(record: Record, codec: Codec) -> Entry:
    try:
        event = codec.decode(record.value or b"", Event)
    except DecodeError as error:
        raise UnreadableEntryError(
            f"{record.topic} partition {record.partition} offset {record.offset} cannot be read: {error}"
        ) from error
    return Entry(record.partition, record.offset, event)
