"""What a stream missed while it was cut off: from where it stood to where the hub's deliveries begin."""

from collections.abc import Mapping

from tickwheel.command_api import journal
from tickwheel.command_api.live import message, positions
from tickwheel.command_api.live.message import LiveMessage
from tickwheel.command_api.live.subscription import Subscription
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem
from tickwheel.runtime.log.records import TopicPartition

AT_MOST = 50_000
BYTES_AT_MOST = 32 << 20


def missed(
    parts: Parts, subscription: Subscription, stood: Mapping[int, int], now: Mapping[int, int]
) -> list[LiveMessage]:
    """Blocks on Kafka. Refuses to read more than is sensible: such a client reads the lists anew."""
    begin = {partition: min(stood.get(partition, offset), offset) for partition, offset in now.items()}
    if sum(now.values()) - sum(begin.values()) > AT_MOST:
        raise _too_far(str(AT_MOST))
    told: list[LiveMessage] = []
    held = 0
    place = dict(begin)
    for heard in journal.stretch(parts.source, parts.codec, parts.clock, _at(parts, begin), _at(parts, now)):
        place[heard.record.partition] = heard.record.offset + 1
        found = heard.message
        if found is not None:
            one = message.of(found, positions.as_text(place))
            if subscription.wants(one):
                told.append(one)
                held += len(one.data)
                if held > BYTES_AT_MOST:
                    raise _too_far(f"{BYTES_AT_MOST >> 20} MiB of")
    return told


def _too_far(how_much: str) -> Problem:
    return Problem(
        410, "too_far_behind", f"more than {how_much} events have passed since: read the lists, then stream"
    )


def _at(parts: Parts, offsets: Mapping[int, int]) -> dict[TopicPartition, int]:
    return {TopicPartition(parts.topics.events, partition): offset for partition, offset in offsets.items()}
