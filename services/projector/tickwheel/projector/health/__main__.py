"""Composition root of the stream: `python -m tickwheel.projector.health` is `tickwheel health`."""

import sys

from tickwheel.projector.health.service import HealthStream
from tickwheel.projector.health.stream import make_app
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.broker_probe import BrokerProbe
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import HealthSettings


def build(settings: HealthSettings) -> HealthStream:
    kafka, codec, clock = settings.kafka, Codec(), SystemClock()
    source = KafkaLog(kafka.bootstrap, "health", kafka.connection())
    probe = BrokerProbe(source, Topics(kafka.topic_prefix).handler_stats, clock)
    return HealthStream(lambda: make_app(kafka, settings.health, codec, clock), probe)


def main() -> int:
    return serve(HealthSettings, build)


if __name__ == "__main__":
    sys.exit(main())
