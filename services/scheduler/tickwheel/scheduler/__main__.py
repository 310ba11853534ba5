"""Composition root of the scheduler: `tickwheel scheduler` and `python -m tickwheel.scheduler`."""

import sys

from tickwheel.runtime import exposition
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import SchedulerSettings
from tickwheel.runtime.tracing import tracing_of
from tickwheel.scheduler.service import Scheduler
from tickwheel.scheduler.spans import DecisionSpans


def build(settings: SchedulerSettings) -> Scheduler:
    kafka = settings.kafka
    own = settings.scheduler
    source = KafkaLog(
        kafka.bootstrap,
        f"scheduler-{own.instance_id}",
        kafka.connection(),
        session_timeout_ms=own.session_timeout_ms,
    )
    tracing = tracing_of("scheduler", settings.tracing)
    spans = None if tracing is None else DecisionSpans(tracing)
    scheduler = Scheduler(kafka, settings.scheduler, source, SystemClock(), Codec(), spans)
    exposition.at_each_scrape(scheduler.gauges.look)
    return scheduler


def main() -> int:
    return serve(SchedulerSettings, build)


if __name__ == "__main__":
    sys.exit(main())
