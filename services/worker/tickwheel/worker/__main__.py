"""Composition root of the worker: `tickwheel worker [module:attribute]` and `python -m tickwheel.worker`."""

import logging
import sys

from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import WorkerSettings
from tickwheel.worker import builtin, declaration
from tickwheel.worker.loading import load_app
from tickwheel.worker.nearest import laid_out, nearest
from tickwheel.worker.sdk.app import App
from tickwheel.worker.sdk.standard_logging import ExecutionLogHandler
from tickwheel.worker.service import Worker

SWITCH_INTERVAL_S = 0.001
"""How long a busy thread may keep the interpreter from one that must start a handler now; Python's own 5 ms is too long."""


def build(settings: WorkerSettings, app: App | None) -> Worker:
    """What a process needs besides its worker is set up here too: handlers' log lines, and turns for the starter thread."""
    logging.getLogger().addHandler(ExecutionLogHandler())
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    own, kafka = settings.worker, nearest(settings.kafka)
    log = KafkaLog(
        kafka.bootstrap,
        f"worker-{own.instance_id}",
        kafka.connection(),
        session_timeout_ms=own.session_timeout_ms,
    )
    if kafka is not settings.kafka:
        settings = settings.model_copy(update={"kafka": laid_out(kafka, log)})
    return Worker(
        settings=settings,
        log=log,
        handlers=[*(app.handlers if app else ()), *builtin.handlers(own)],
        declared=app.declared_jobs() if app else (),
    )


def main(app: str | None = None) -> int:
    return serve(WorkerSettings, lambda settings: build(settings, load_app(app) if app else None))


def plan(app: str | None = None) -> int:
    """Print which jobs a start would declare. Needs neither Kafka nor settings."""
    try:
        jobs = load_app(app).declared_jobs() if app else []
    except Fault as fault:
        sys.stderr.write(f"tickwheel: {fault}\n")
        return 1
    sys.stdout.write("".join(f"{line}\n" for line in declaration.plan(jobs)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
