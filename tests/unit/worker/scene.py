"""A floor with a manual clock, a runner that only notes what it was told, and the outcomes it reported."""

from collections.abc import Sequence
from typing import Any

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.message import Message
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.worker.floor.ending import COMPLETED, Ending
from tickwheel.worker.floor.floor import Floor
from tickwheel.worker.floor.held import Held
from tickwheel.worker.floor.resources import Resources
from tickwheel.worker.sdk.handler import Handler

NOW_MS = 1_700_000_000_000
CODEC = Codec()


async def _nothing() -> None: ...


NOOP = Handler(name="noop", kind="async", call=_nothing, read_payload=None)


def dispatch(execution: str = "e1", **changes: Any) -> AttemptDispatch:
    values: dict[str, Any] = {
        "job_id": f"job-of-{execution}",
        "job_name": execution,
        "execution_id": execution,
        "attempt": 1,
        "max_attempts": 4,
        "handler": "noop",
        "payload": "{}",
        "due_ms": NOW_MS,
        "not_before_ms": NOW_MS,
        "timeout_ms": 300_000,
        "priority": 50,
        "queue": "default",
        "delivery": "at_least_once",
        "worker_id": "",
        "dispatched_at_ms": NOW_MS,
    }
    return AttemptDispatch(**(values | changes))


def recall(execution: str, **changes: Any) -> RecallAttempt:
    values: dict[str, Any] = {
        "job_id": f"job-of-{execution}",
        "execution_id": execution,
        "attempt": 1,
        "worker_id": "",
        "reason": "cancel",
        "stop_running": True,
        "sent_at_ms": NOW_MS + 1,
    }
    return RecallAttempt(**(values | changes))


class NotingProducer:
    """Keeps what was sent, or is full."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.full = False
        self.reports: list[Any] = []

    def produce(self, topic: str, partition: int, key: Any, value: Any, **more: Any) -> None:
        if self.full:
            raise RetriableError("full")
        self.sent.append(CODEC.decode(value))
        self.reports.append(more.get("on_failure"))

    def poll(self, timeout_s: float = 0.0) -> None: ...

    def flush(self, timeout_s: float) -> int:
        return 0

    def close(self) -> None: ...


class NotingRunner:
    """Runs nothing: attempts end when the test says so."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.running: dict[str, Held] = {}
        self.expected: list[str] = []
        self.started: list[str] = []
        self.stopped: list[str] = []

    def expect(self, attempts: Sequence[Held]) -> None:
        self.expected += [held.dispatch.execution_id for held in attempts]

    def start(self, attempts: Sequence[Held]) -> None:
        for held in attempts:
            held.started_at_ms = self._clock.now_ms()
            self.running[held.dispatch.execution_id] = held
            self.started.append(held.dispatch.execution_id)

    def stop(self, held: Held) -> None:
        self.stopped.append(held.dispatch.execution_id)

    def close(self, timeout_s: float) -> None: ...


class Scene:
    def __init__(self, slots: int = 2, resources: Resources | None = None) -> None:
        self.clock = ManualClock(NOW_MS)
        self.runner = NotingRunner(self.clock)
        self.outcomes: list[tuple[str, Ending]] = []
        self.lease_held = True
        self.incarnation = "worker-1"
        self.floor = Floor(
            clock=self.clock,
            runner=self.runner,
            report=lambda ended: self.outcomes.extend(
                (held.dispatch.execution_id, how) for held, how in ended
            ),
            slots=slots,
            resources=resources or Resources(),
            may_start=lambda: self.lease_held,
            incarnation=lambda: self.incarnation,
        )

    def claim(self, *dispatches: AttemptDispatch, handler: Handler | None = NOOP) -> None:
        self.floor.admit([Held(each, handler, "worker-1", 0) for each in dispatches])

    def finish(self, execution: str, how: Ending = COMPLETED) -> None:
        self.floor.finished([(self.runner.running.pop(execution), how)])

    def advance(self, ms: int) -> None:
        """Let time pass in steps, as the pulse would."""
        for _ in range(0, ms, 25):
            self.clock.advance(min(25, ms))
            self.floor.tick()

    @property
    def statuses(self) -> list[tuple[str, str]]:
        return [(execution, how.status) for execution, how in self.outcomes]
