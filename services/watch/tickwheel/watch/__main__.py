"""Composition root of the watch: `tickwheel watch` and `python -m tickwheel.watch`."""

import sys

from tickwheel.protocol.topics import Topics
from tickwheel.runtime.broker_probe import BrokerProbe
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.postgres import RETRIABLE, connect
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import WatchSettings
from tickwheel.watch.alarm import Alarm
from tickwheel.watch.direct import Direct
from tickwheel.watch.follower import Follower
from tickwheel.watch.lookout import Lookout
from tickwheel.watch.route import load_routes
from tickwheel.watch.service import Watch


def build(settings: WatchSettings) -> Watch:
    kafka, watch, clock = settings.kafka, settings.watch, SystemClock()
    source = KafkaLog(kafka.bootstrap, f"watch-{watch.instance_id}", kafka.connection())
    routes = load_routes(watch.routes_path)
    direct = Direct(routes, clock, allow_private=watch.allow_private_addresses)
    return Watch(
        lambda: connect(settings.postgres, "watch"),
        lambda facts_of: Follower(source, kafka, Codec(), clock, watch.instance_id, routes, facts_of),
        Lookout(lambda: connect(settings.postgres, "lookout"), Alarm(watch, clock, direct.send), clock),
        direct,
        BrokerProbe(source, Topics(kafka.topic_prefix).events, clock),
    )


def main() -> int:
    return serve(WatchSettings, build, retriable=(RetriableError, *RETRIABLE))


if __name__ == "__main__":
    sys.exit(main())
