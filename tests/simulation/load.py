"""What the clients of a simulated cluster want: jobs of every kind, and commands about them."""

import json
import random

from tests.simulation.world import World

from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.job import CreateJob, DeleteJob, PauseJob, ResumeJob, TriggerJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import Delivery, Overlap
from tickwheel.runtime.fresh_ids import CountingIds

DELIVERIES: tuple[Delivery, ...] = ("at_least_once", "at_most_once")
OVERLAPS: tuple[Overlap, ...] = ("skip", "buffer_one", "buffer_all", "cancel_running", "allow")


class Load:
    def __init__(self, world: World) -> None:
        self._world = world
        self._dice: random.Random = world.dice
        self._ids = CountingIds("load")
        self._names: list[str] = []

    def act(self, chance: float) -> None:
        if self._dice.random() < chance:
            self._world.send(self._command())

    def resume_all(self) -> None:
        """A paused job keeps its executions waiting: nothing would come to rest."""
        for name in self._names:
            self._world.send(ResumeJob(command_id=self._ids.uuid(), job=name))

    def _command(self) -> Command:
        if not self._names or self._dice.random() < 0.6:
            return self._create()
        job = self._dice.choice(self._names)
        command_id = self._ids.uuid()
        kind = self._dice.randrange(10)
        if kind < 5:
            return TriggerJob(command_id=command_id, job=job)
        if kind < 7:
            return PauseJob(command_id=command_id, job=job)
        if kind < 9:
            return ResumeJob(
                command_id=command_id, job=job, missed=self._dice.choice(("skip", "latest", "all"))
            )
        return DeleteJob(command_id=command_id, job=job)

    def _create(self) -> CreateJob:
        name = f"job-{len(self._names)}"
        self._names.append(name)
        fails = self._dice.choice((0.0, 0.0, 0.3, 1.0))
        payload = {"ms": self._dice.choice((10, 300, 3_000)), "fails": fails}
        base = JobDefinition(
            name=name,
            handler="flaky" if fails else "steady",
            payload=json.dumps(payload),
            delivery=self._dice.choice(DELIVERIES),
            overlap=self._dice.choice(OVERLAPS),
            max_retries=self._dice.randrange(3),
            timeout_ms=self._dice.choice((1_000, 60_000)),
            priority=self._dice.randrange(101),
        )
        return CreateJob(command_id=self._ids.uuid(), definition=self._when(base))

    def _when(self, base: JobDefinition) -> JobDefinition:
        now_ms = self._world.clock.now_ms()
        kind = self._dice.choice(("now", "at", "delay", "cron", "interval", "manual"))
        changes: dict[str, object] = {"when": kind}
        if kind == "at":
            changes["run_at_ms"] = now_ms + self._dice.randrange(30_000)
        elif kind == "delay":
            changes["delay_ms"] = self._dice.randrange(30_000)
        elif kind in ("cron", "interval"):
            changes["end_at_ms"] = now_ms + 60_000
            changes |= {"cron": "*/5 * * * * *"} if kind == "cron" else {"interval_ms": 7_000}
        return _replace(base, changes)


def _replace(base: JobDefinition, changes: dict[str, object]) -> JobDefinition:
    fields = {name: getattr(base, name) for name in base.__struct_fields__}
    return JobDefinition(**{**fields, **changes})
