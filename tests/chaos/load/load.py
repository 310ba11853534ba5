"""What people and programs want of a cluster while it is being broken: jobs of every kind, and orders about them."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from tests.chaos.checker.history import Job
from tests.chaos.cluster.cluster import PARTITIONS, Cluster
from tests.chaos.load import catalogue
from tests.chaos.load.api_door import ApiDoor
from tests.chaos.load.catalogue import Wanted, instant, payload, spec_of
from tests.chaos.load.kafka_door import KafkaDoor
from tests.chaos.load.orders import Orders

from tickwheel.client import Address
from tickwheel.protocol.commands.execution import CancelExecution
from tickwheel.protocol.commands.job import CreateJob, DeleteJob, PauseJob, ResumeJob, TriggerJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.runtime.fresh_ids import RandomIds

Ask = Callable[[ApiDoor], object]

ASKERS = 8
TICK_S = 0.4
HEAD_START_MS = 3_000


class Load:
    """Seeded as far as its choices go; when an order is acknowledged is up to the cluster."""

    def __init__(self, cluster: Cluster, orders: Orders, seed: int, seconds: float, fleet: int) -> None:
        self._clocks = cluster.clocks
        self._orders = orders
        self._dice = random.Random(seed)
        self._ids = RandomIds()
        self.until_ms = self._clocks.real_ms() + int(seconds * 1_000)
        self._fleet = fleet
        self._kafka = KafkaDoor(cluster.kafka.bootstrap, PARTITIONS, self._clocks, orders)
        endpoints = cluster.running.endpoints
        ports = [member._environment["TICKWHEEL_API_PORT"] for member in cluster.running.of_kind("api")]
        addresses = [Address(f"http://127.0.0.1:{port}", endpoints.admin_token) for port in ports]
        self._doors: SimpleQueue[ApiDoor] = SimpleQueue()
        for n in range(ASKERS):
            self._doors.put(ApiDoor([*addresses[n % 2 :], *addresses[: n % 2]], self._clocks, orders))
        self._pool = ThreadPoolExecutor(ASKERS, "chaos-asker")
        self._under_way: list[Future[None]] = []
        self._steered = [f"steered-{n}" for n in range(3)]
        self._count = 0
        self._ending = threading.Event()

    def begin(self) -> None:
        """Make the standing jobs, half of them by each door."""
        first_ms = self._clocks.wall_ms() + HEAD_START_MS
        for wanted in catalogue.standing(first_ms, self.until_ms, self._fleet):
            self._create(wanted)

    def run(self) -> None:
        """A few orders a second until it is told to end."""
        acts = [self._at, self._at, self._delay, self._now, self._failing, self._once]
        acts += [self._trigger, self._trigger, self._cancel, self._cancel, self._steer, self._short_lived]
        while not self._ending.wait(TICK_S):
            self._dice.choice(acts)()
            self._under_way = [future for future in self._under_way if not future.done()]

    def end(self) -> None:
        """No new orders; wait for those under way."""
        self._ending.set()
        self._pool.shutdown(wait=True)
        self._kafka.close()
        while not self._doors.empty():
            self._doors.get().close()

    def _at(self) -> None:
        at_ms = self._clocks.wall_ms() + self._dice.randrange(1_500, 25_000)
        self._once_only("at", first_ms=at_ms, when="at", run_at_ms=at_ms)

    def _delay(self) -> None:
        self._once_only("delay", when="delay", delay_ms=self._dice.randrange(100, 15_000))

    def _now(self) -> None:
        self._once_only("now", when="now")

    def _failing(self) -> None:
        fails = self._dice.randrange(1, 4)
        how: dict[str, Any] = {
            "handler": "chaos.flaky",
            "payload": payload(5, fails),
            "backoff_initial_ms": 500,
        }
        self._once_only("failing", when="now", prompt=False, **how)

    def _once(self) -> None:
        at_ms = self._clocks.wall_ms() + self._dice.randrange(1_500, 15_000)
        how: dict[str, Any] = {"delivery": "at_most_once", "payload": payload(400)}
        self._once_only("once", first_ms=at_ms, when="at", run_at_ms=at_ms, **how)

    def _once_only(
        self, word: str, *, first_ms: int = 0, prompt: bool = True, when: str, **fields: object
    ) -> None:
        kind = self._dice.choice(catalogue.CHEAP)
        values = {"handler": f"chaos.{kind}", "payload": payload(self._dice.choice((0, 50, 800))), **fields}
        definition = JobDefinition(name=self._name(word), when=when, **values)  # type: ignore[arg-type]
        job = Job(
            name=definition.name,
            when="at" if first_ms else "soon",
            first_ms=first_ms,
            delivery=definition.delivery,
            prompt=prompt,
        )
        self._create(Wanted(job, definition))

    def _create(self, wanted: Wanted) -> None:
        self._orders.want(wanted.job)
        name = wanted.job.name
        if self._dice.random() < 0.5:
            command = CreateJob(
                command_id=self._ids.uuid(), definition=wanted.definition, allow_unknown_handler=True
            )
            self._kafka.send("create", name, command)
        else:
            spec = spec_of(wanted.definition) | {"allow_unknown_handler": True}
            self._ask(lambda door: door.send("create", name, lambda c, key: c.create_job(spec, key)))

    def _trigger(self) -> None:
        job = f"manual-{self._dice.randrange(2)}"
        if self._dice.random() < 0.5:
            self._kafka.send("trigger", job, TriggerJob(command_id=self._ids.uuid(), job=job), "critical")
        else:
            self._ask(lambda door: door.send("trigger", job, lambda c, key: c.trigger_job(job, key=key)))

    def _cancel(self) -> None:
        """Ask for a run in a while, and think better of it: before, at and after its time."""
        job = f"manual-{self._dice.randrange(2)}"
        ahead_ms = self._dice.choice((self._dice.randrange(1_000, 14_000), 25_000))
        change_s = max(0.0, ahead_ms / 1_000 + self._dice.choice((-20.0, -9.0, -3.0, -0.5, -0.05, 0.0, 0.02)))
        by_kafka = self._dice.random() < 0.5
        self._ask(lambda door: self._change_of_mind(door, job, ahead_ms, change_s, by_kafka))

    def _change_of_mind(
        self, door: ApiDoor, job: str, ahead_ms: int, change_s: float, by_kafka: bool
    ) -> None:
        at = instant(self._clocks.wall_ms() + ahead_ms)
        made = door.send("trigger", job, lambda c, key: c.trigger_job(job, run_at=at, key=key))
        execution = made.get("execution_id") if made else None
        if not execution:
            return
        threading.Event().wait(change_s)
        if by_kafka:
            command = CancelExecution(command_id=self._ids.uuid(), job=job, execution_id=execution)
            self._kafka.send("cancel", job, command, "critical")
        else:
            door.send("cancel", job, lambda c, key: c.cancel_execution(execution, key=key), execution)

    def _steer(self) -> None:
        """Pause a job and resume it, or replace its definition: one at a time for each job."""
        if not self._steered:
            return
        job = self._steered.pop(self._dice.randrange(len(self._steered)))
        missed = self._dice.choice(("skip", "latest", "all"))
        # Shorter than a recall may take, or long enough to see whether it was one.
        hold_s = self._dice.choice((self._dice.uniform(0.2, 8.0), 20.0))
        by_kafka = self._dice.random() < 0.3
        self._ask(lambda door: self._pause_and_resume(door, job, missed, hold_s, by_kafka))

    def _pause_and_resume(self, door: ApiDoor, job: str, missed: str, hold_s: float, by_kafka: bool) -> None:
        try:
            if by_kafka:
                pause = PauseJob(command_id=self._ids.uuid(), job=job)
                self._kafka.send("pause", job, pause, "critical", wait_s=60)
            else:
                door.send("pause", job, lambda c, key: c.pause_job(job, key=key))
            self._ending.wait(hold_s)
            if by_kafka:
                resume = ResumeJob(command_id=self._ids.uuid(), job=job, missed=missed)  # type: ignore[arg-type]
                self._kafka.send("resume", job, resume, "critical", wait_s=60)
            else:
                door.send("resume", job, lambda c, key: c.resume_job(job, missed, key=key))
        finally:
            self._steered.append(job)

    def _short_lived(self) -> None:
        """A job that runs every two seconds and is changed and deleted before its end."""
        name = self._name("short")
        wanted = catalogue.every(
            name, 2, self._clocks.wall_ms(), self.until_ms, handler="chaos.thread", overlap="allow"
        )
        life_s = self._dice.uniform(2.0, 15.0)
        updated, by_kafka = self._dice.random() < 0.5, self._dice.random() < 0.5
        self._ask(lambda door: self._live_short(door, wanted, life_s, updated, by_kafka))

    def _live_short(
        self, door: ApiDoor, wanted: Wanted, life_s: float, updated: bool, by_kafka: bool
    ) -> None:
        name, spec = wanted.job.name, spec_of(wanted.definition)
        self._orders.want(wanted.job)
        if door.send("create", name, lambda c, key: c.create_job(spec, key)) is None:
            return
        self._ending.wait(life_s / 2)
        if updated:
            changed = spec | {"payload": {"ms": 20, "fails": 0}}
            door.send("update", name, lambda c, key: c.update_job(name, changed, key=key))
        self._ending.wait(life_s / 2)
        if by_kafka:
            self._kafka.send("delete", name, DeleteJob(command_id=self._ids.uuid(), job=name), "critical")
        else:
            door.send("delete", name, lambda c, key: c.delete_job(name, key=key))

    def _ask(self, what: Ask) -> None:
        """By a thread that may wait for its answer."""

        def with_a_door() -> None:
            door = self._doors.get()
            try:
                what(door)
            finally:
                self._doors.put(door)

        if len(self._under_way) < 4 * ASKERS:  # nobody queues for ever behind an API that is away
            self._under_way.append(self._pool.submit(with_a_door))

    def _name(self, word: str) -> str:
        self._count += 1
        return f"{word}-{self._count}"
