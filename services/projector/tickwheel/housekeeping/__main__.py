"""Composition root of the housekeeping worker: `tickwheel housekeeping` and `python -m tickwheel.housekeeping`."""

import sys

from tickwheel.housekeeping.jobs import app
from tickwheel.protocol.topics import SYSTEM_QUEUE
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import HousekeepingSettings
from tickwheel.worker import __main__ as worker


def main() -> int:
    return serve(HousekeepingSettings, lambda settings: worker.build(only_for_the_system(settings), app))


def only_for_the_system(settings: HousekeepingSettings) -> HousekeepingSettings:
    """One job at a time, of the system's own queue: whoever runs a job there must be able to reach Postgres."""
    own = settings.worker.model_copy(update={"queue": SYSTEM_QUEUE, "slots": 1})
    return settings.model_copy(update={"worker": own})


if __name__ == "__main__":
    sys.exit(main())
