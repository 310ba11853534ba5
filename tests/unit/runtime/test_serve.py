"""A whole service process: settings in, logs and health out, an orderly end by signal."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SERVICE = """
import sys, threading
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import SchedulerSettings

class Ticking:
    name = "ticking"
    def start(self): pass
    def run_once(self): threading.Event().wait(0.01)
    def stop(self): pass

def build(settings):
    if settings.kafka.namespace == "forbidden":
        raise Fault("this namespace cannot be served: choose another")
    return Ticking()

sys.exit(serve(SchedulerSettings, build))
"""


@contextmanager
def serving(**settings: str) -> Iterator[subprocess.Popen[str]]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TICKWHEEL_")}
    argv = [sys.executable, "-c", SERVICE]
    process = subprocess.Popen(argv, env=environ | settings, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line_saying(process: subprocess.Popen[str], sentence: str) -> dict[str, object]:
    assert process.stderr is not None
    for text in process.stderr:
        line: dict[str, object] = json.loads(text)
        if line["message"] == sentence:
            return line
    raise AssertionError(f"it ended without saying {sentence!r}")


def test_serves_health_while_it_runs_and_ends_in_order_on_a_signal() -> None:
    with serving() as process:
        port = line_saying(process, "Metrics and health are served")["port"]
        line_saying(process, "The service is ready")
        connection = http.client.HTTPConnection("127.0.0.1", int(str(port)), timeout=10)
        connection.request("GET", "/health/ready")
        assert connection.getresponse().status == 200
        connection.close()
        process.send_signal(signal.SIGTERM)
        line_saying(process, "The service has stopped")
        assert process.wait(30) == 0


def test_faulty_settings_are_told_without_traceback() -> None:
    with serving(TICKWHEEL_SCHEDULER_LEAD_MS="soon") as process:
        _, told = process.communicate(timeout=30)
        assert process.returncode == 1
    assert told.startswith("tickwheel: The settings have 1 fault:\n  TICKWHEEL_SCHEDULER_LEAD_MS=soon")


def test_a_service_that_cannot_be_built_is_told_in_one_sentence() -> None:
    with serving(TICKWHEEL_KAFKA_NAMESPACE="forbidden") as process:
        _, told = process.communicate(timeout=30)
        assert process.returncode == 1
    assert told == "tickwheel: this namespace cannot be served: choose another\n"
