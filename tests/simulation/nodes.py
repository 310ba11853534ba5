"""Processes of the simulated cluster: real schedulers and real workers on the log in memory, driven turn by turn."""

import random
from collections.abc import Callable

from tests.simulation.runner import SimulatedRunner, Start

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import CountingIds
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.settings import KafkaGroup, SchedulerGroup, WorkerGroup, WorkerSettings
from tickwheel.scheduler.service import Scheduler
from tickwheel.worker.runners.port import OnFinished
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.service import Worker

LEASE_MS = 10_000


async def _never_called() -> None:
    """Handlers are run by the simulated runner."""


HANDLERS = [
    Handler(name=name, kind="async", call=_never_called, read_payload=None) for name in ("steady", "flaky")
]


class Node:
    """A process that can be given a turn, be paused (a zombie), be killed and be started again."""

    def __init__(
        self,
        name: str,
        transactional_id: str,
        broker: MemoryBroker,
        make: Callable[[MemoryLog, str], Scheduler | Worker],
        after_turn: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name
        self.transactional_id = transactional_id
        self.paused = False
        self._broker = broker
        self._make = make
        self._after_turn = after_turn
        self._lives = 0
        self._client_id = ""
        self._service: Scheduler | Worker | None = None
        self._started = False

    @property
    def client_id(self) -> str:
        return self._client_id

    @property
    def is_alive(self) -> bool:
        return self._service is not None

    def launch(self) -> None:
        self._lives += 1
        self._client_id = f"{self.name}.{self._lives}"
        self._service = self._make(MemoryLog(self._broker, self._client_id), self._client_id)
        self._started = False

    def turn(self) -> None:
        """What the process does next."""
        if self._service is None or self.paused:
            return
        try:
            if self._started:
                self._service.run_once()
            else:
                self._service.start()
                self._started = True
        except RetriableError:
            return
        self._after_turn()

    def kill(self) -> None:
        """No goodbye: its session and its transactions are left to time out or be fenced."""
        self._broker.drop_heartbeats(self._client_id)
        self._service = None
        self.paused = False

    def pause(self) -> None:
        self.paused = True
        self._broker.drop_heartbeats(self._client_id)

    def resume(self) -> None:
        self.paused = False
        self._broker.restore_heartbeats(self._client_id)


def scheduler_node(
    name: str, broker: MemoryBroker, clock: ManualClock, codec: Codec, kafka: KafkaGroup, lead_ms: int
) -> Node:
    settings = SchedulerGroup(instance_id=name, lead_ms=lead_ms, lease_ms=LEASE_MS)

    def make(log: MemoryLog, client_id: str) -> Scheduler:
        return Scheduler(kafka, settings, log, clock, codec)

    return Node(name, f"{kafka.topic_prefix}scheduler.{name}", broker, make)


def worker_node(
    name: str,
    broker: MemoryBroker,
    clock: ManualClock,
    codec: Codec,
    kafka: KafkaGroup,
    dice: random.Random,
    evidence: list[Start],
) -> Node:
    ids = CountingIds(name)
    settings = WorkerSettings(kafka=kafka, worker=WorkerGroup(instance_id=name, slots=8, lease_ms=LEASE_MS))
    runners: list[SimulatedRunner] = []

    def make(log: MemoryLog, client_id: str) -> Worker:
        def make_runner(on_finished: OnFinished) -> SimulatedRunner:
            runners[:] = [SimulatedRunner(clock, dice, evidence, client_id, on_finished)]
            return runners[0]

        return Worker(
            settings=settings,
            log=log,
            handlers=HANDLERS,
            codec=codec,
            clock=clock,
            ids=ids,
            make_runner=make_runner,
            threaded=False,
        )

    def run_handlers() -> None:
        for runner in runners:
            runner.advance()

    return Node(name, f"{kafka.topic_prefix}worker.default.{name}", broker, make, run_handlers)
