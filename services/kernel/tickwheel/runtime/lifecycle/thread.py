"""Runs a service in a thread of its own: for tests, and for several services in one process."""

import threading
from types import TracebackType
from typing import Self

from tickwheel.runtime.lifecycle.backoff import Backoff
from tickwheel.runtime.lifecycle.health import Health
from tickwheel.runtime.lifecycle.run import run_service
from tickwheel.runtime.lifecycle.service import Service
from tickwheel.runtime.log.errors import RetriableError


class ServiceThread:
    """`with ServiceThread(service) as running:` starts it; leaving the block stops it and waits for its end."""

    def __init__(
        self,
        service: Service,
        *,
        health: Health | None = None,
        retriable: tuple[type[Exception], ...] = (RetriableError,),
        backoff: Backoff | None = None,
    ) -> None:
        self.health = health or Health()
        self.exit_code: int | None = None
        """None while it runs."""
        self._service = service
        self._retriable = retriable
        self._backoff = backoff
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=service.name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Return at once; `join` waits."""
        self._stop.set()

    def join(self, timeout_s: float) -> bool:
        """Wait for the end; False when it still runs after that time."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self.exit_code = run_service(
            self._service, self._stop, health=self.health, retriable=self._retriable, backoff=self._backoff
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ask_to_stop()
        if not self.join(timeout_s=30.0) and error is None:
            raise TimeoutError(f"{self._service.name} did not stop within 30 s of being asked")
