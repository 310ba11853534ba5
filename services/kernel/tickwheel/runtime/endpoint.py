"""The small HTTP endpoint of a service: /metrics, /health/live and /health/ready. Reads only, and knows no more."""

import json
import platform
import threading
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from prometheus_client import GCCollector, ProcessCollector

from tickwheel.runtime import exposition, logs, metrics
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.lifecycle.health import Health
from tickwheel.runtime.version import version

log = logs.logger(__name__)

Answer = tuple[int, str, bytes]


class PortBusyError(Fault):
    """The port for /metrics and /health is taken."""


class Endpoint:
    """Serves in a thread of its own from `start` to `stop`. Port 0 chooses a free one, told by `port`."""

    def __init__(
        self,
        service: str,
        health: Health,
        host: str = "127.0.0.1",
        port: int = 0,
        why_not_ready: Callable[[], str] = lambda: "",
    ) -> None:
        self._service = service
        self._health = health
        self._address = (host, port)
        self._why_not_ready = why_not_ready
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        if self._server is None:
            raise RuntimeError("the endpoint has no port before start()")
        return int(self._server.server_address[1])

    def start(self) -> None:
        host, port = self._address
        try:
            self._server = _Server(self._address, _handler_for(self.answer))
        except OSError as error:
            raise PortBusyError(
                f"Cannot serve metrics on {host}:{port} ({error.strerror}): free the port, or set "
                "TICKWHEEL_METRICS_PORT to another one or to 0 for any free one"
            ) from error
        _describe_process()
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.1,), name="endpoint", daemon=True
        )
        self._thread.start()
        log.info("Metrics and health are served", service=self._service, host=host, port=self.port)

    def stop(self) -> None:
        server, thread, self._server, self._thread = self._server, self._thread, None, None
        if server is not None and thread is not None:
            server.shutdown()
            thread.join()
            server.server_close()

    def answer(self, path: str) -> Answer:
        """Status, content type and body for a path."""
        if path == "/metrics":
            metrics.SERVICE_READY.labels(self._service).set(float(not self._reason()))
            return 200, *exposition.scrape(self._service)
        if path == "/health/live":
            return self._health_answer(self._health.is_live())
        if path == "/health/ready":
            return self._health_answer(not self._reason())
        return 404, "text/plain; charset=utf-8", b"Not found: try /metrics, /health/live or /health/ready.\n"

    def _health_answer(self, good: bool) -> Answer:
        body = {"service": self._service, "phase": self._health.phase, "live": self._health.is_live()}
        if reason := self._reason():
            body["reason"] = reason
        return 200 if good else 503, "application/json", json.dumps(body).encode()

    def _reason(self) -> str:
        """Why it is not ready; empty if it is. Nobody asks a service that has not started what it lacks."""
        if not self._health.is_ready():
            return self._health.reason or f"it is {self._health.phase}"
        if not self._health.is_live():
            return "its loop has not come round for long: it hangs, or waits for somebody who does"
        return self._why_not_ready()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


def _handler_for(answer: Callable[[str], Answer]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 5  # a client that sends nothing must not hold a thread

        def do_GET(self) -> None:
            status, content_type, body = answer(self.path.partition("?")[0])
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's signature
            """Scrapes are not news."""

    return Handler


@cache
def _describe_process() -> None:
    """Add the process's own figures, once a process: reading them is I/O, so it is not done at import."""
    metrics.BUILD.info({"version": version(), "python": platform.python_version()})
    ProcessCollector(registry=metrics.REGISTRY)
    GCCollector(registry=metrics.REGISTRY)
