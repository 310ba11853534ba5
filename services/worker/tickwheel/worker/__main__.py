"""`python -m tickwheel.worker [module:attribute]`, and what `tickwheel worker` calls."""

import logging
import sys

from tickwheel.runtime import logs
from tickwheel.runtime.endpoint import Endpoint
from tickwheel.runtime.lifecycle import Health, run_service, stop_on_signals
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.settings import WorkerSettings, load
from tickwheel.worker import builtin
from tickwheel.worker.loading import load_app
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.standard_logging import ExecutionLogHandler
from tickwheel.worker.service import Worker

SWITCH_INTERVAL_S = 0.001
"""How long a busy thread may keep the interpreter from one that must start a handler now; Python's own 5 ms is too long."""


def main(app: str | None = None) -> int:
    settings = load(WorkerSettings)
    logs.configure(settings.logs.format, settings.logs.level)
    logging.getLogger().addHandler(ExecutionLogHandler())
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    handlers: list[Handler] = [*(load_app(app).handlers if app else ()), *builtin.handlers(settings.worker)]
    kafka = settings.kafka
    log = KafkaLog(kafka.bootstrap, f"worker-{settings.worker.instance_id}", kafka.connection())
    health = Health()
    with (
        stop_on_signals() as stop,
        Endpoint("worker", health, settings.metrics.host, settings.metrics.port) as endpoint,
    ):
        address = f"{settings.metrics.host}:{endpoint.port}"
        worker = Worker(settings=settings, log=log, handlers=handlers, stop=stop, address=address)
        return run_service(worker, stop, health=health)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
