"""Composition root of the worker: `tickwheel worker [module:attribute]` and `python -m tickwheel.worker`."""

import logging
import sys
import threading

from tickwheel.runtime import logs
from tickwheel.runtime.endpoint import Endpoint
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.lifecycle import Health, run_service, stop_on_signals
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.settings import WorkerSettings, load
from tickwheel.worker import builtin, declaration
from tickwheel.worker.loading import load_app
from tickwheel.worker.sdk.app import App
from tickwheel.worker.sdk.standard_logging import ExecutionLogHandler
from tickwheel.worker.service import Worker

SWITCH_INTERVAL_S = 0.001
"""How long a busy thread may keep the interpreter from one that must start a handler now; Python's own 5 ms is too long."""


def build(settings: WorkerSettings, app: App | None, stop: threading.Event, address: str = "") -> Worker:
    """`stop` is set by the worker itself when it is told to drain."""
    kafka = settings.kafka
    return Worker(
        settings=settings,
        log=KafkaLog(kafka.bootstrap, f"worker-{settings.worker.instance_id}", kafka.connection()),
        handlers=[*(app.handlers if app else ()), *builtin.handlers(settings.worker)],
        declared=app.declared_jobs() if app else (),
        stop=stop,
        address=address,
    )


def main(app: str | None = None) -> int:
    try:
        return _run(app)
    except (Fault, LogError) as fault:
        sys.stderr.write(f"tickwheel: {fault}\n")
        return 1


def plan(app: str | None = None) -> int:
    """Print which jobs a start would declare. Needs neither Kafka nor settings."""
    jobs = load_app(app).declared_jobs() if app else []
    sys.stdout.write("".join(f"{line}\n" for line in declaration.plan(jobs)))
    return 0


def _run(path: str | None) -> int:
    settings = load(WorkerSettings)
    logs.configure(settings.logs.format, settings.logs.level)
    logging.getLogger().addHandler(ExecutionLogHandler())
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    app = load_app(path) if path else None
    health = Health()
    with (
        stop_on_signals() as stop,
        Endpoint("worker", health, settings.metrics.host, settings.metrics.port) as endpoint,
    ):
        worker = build(settings, app, stop, f"{settings.metrics.host}:{endpoint.port}")
        return run_service(worker, stop, health=health)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
