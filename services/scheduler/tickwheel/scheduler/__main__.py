"""Composition root of the scheduler: `tickwheel scheduler` and `python -m tickwheel.scheduler`."""

import sys

from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import SchedulerSettings
from tickwheel.scheduler.service import Scheduler


def build(settings: SchedulerSettings) -> Scheduler:
    kafka = settings.kafka
    source = KafkaLog(kafka.bootstrap, f"scheduler-{settings.scheduler.instance_id}", kafka.connection())
    return Scheduler(kafka, settings.scheduler, source, SystemClock(), Codec())


def main() -> int:
    return serve(SchedulerSettings, build)


if __name__ == "__main__":
    sys.exit(main())
