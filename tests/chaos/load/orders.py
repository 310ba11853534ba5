"""The list of everything that was ordered, and when its sender heard that it is safe. Shared by all senders."""

import threading
from typing import Any

from tests.chaos.checker.history import Job, Order, OrderKind
from tests.chaos.cluster.clocks import Clocks


class Pending:
    """An order under way: knows when it was sent."""

    def __init__(self, clocks: Clocks, kind: OrderKind, job: str, door: str, execution_id: str = "") -> None:
        self._clocks = clocks
        self._fields: dict[str, Any] = {
            "kind": kind,
            "job": job,
            "door": door,
            "execution_id": execution_id,
            "sent_ms": clocks.wall_ms(),
            "sent_real_ms": clocks.real_ms(),
        }

    def safe(self, command_id: str, *, decided: bool = False) -> Order:
        return Order(
            command_id=command_id,
            acked_ms=self._clocks.wall_ms(),
            acked_real_ms=self._clocks.real_ms(),
            decided=decided,
            **self._fields,
        )

    def unknown(self, command_id: str) -> Order:
        return Order(command_id=command_id, **self._fields)


class Orders:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: list[Job] = []
        self._orders: list[Order] = []

    def want(self, job: Job) -> None:
        with self._lock:
            self._jobs.append(job)

    def add(self, order: Order) -> Order:
        with self._lock:
            self._orders.append(order)
        return order

    def jobs(self) -> list[Job]:
        with self._lock:
            return list(self._jobs)

    def all(self) -> list[Order]:
        with self._lock:
            return list(self._orders)
