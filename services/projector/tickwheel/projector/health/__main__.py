"""`python -m tickwheel.projector.health` is `tickwheel health`."""

import sys

import faust

from tickwheel.projector.health.stream import make_app
from tickwheel.runtime import logs
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.settings import TopicsSettings, load

__all__ = ["main"]


def main() -> int:
    settings = load(TopicsSettings)
    logs.configure(settings.logs.format, settings.logs.level)
    app = make_app(settings.kafka, Codec(), SystemClock())
    worker = faust.Worker(app, override_logging=False, redirect_stdouts=False, quiet=True)
    try:
        worker.execute_from_commandline()
    except SystemExit as end:
        return int(end.code or 0)


if __name__ == "__main__":
    sys.exit(main())
