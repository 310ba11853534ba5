"""Composition root of the stream: `python -m tickwheel.projector.health` is `tickwheel health`."""

import sys

from tickwheel.projector.health.service import HealthStream
from tickwheel.projector.health.stream import make_app
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import HealthSettings


def build(settings: HealthSettings) -> HealthStream:
    codec = Codec()
    return HealthStream(lambda: make_app(settings.kafka, settings.health, codec, SystemClock()))


def main() -> int:
    return serve(HealthSettings, build)


if __name__ == "__main__":
    sys.exit(main())
