"""Breaks a cluster by the dice: one fault after the other, sometimes two at once, every kind as often as any other."""

import random
import threading
import time
from collections.abc import Callable

import msgspec
from confluent_kafka.admin import AdminClient
from tests.chaos.cluster.cluster import Cluster
from tests.chaos.nemesis import fault as faults
from tests.chaos.nemesis.fault import Fault

from tickwheel.embedded.errors import EmbeddedError

PAUSE_S = (4.0, 9.0)
"""Between faults: long enough to see whether it recovers, short enough to hit what has not."""
TWO_AT_ONCE = 0.25
IN_SYNC_S = 60.0
START_TRIES = 3


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A fault as it happened, by the clock that is never set."""

    kind: str
    target: str
    began_ms: int
    ended_ms: int


class Nemesis:
    def __init__(self, cluster: Cluster, seed: int, say: Callable[[str], None]) -> None:
        self._cluster = cluster
        self._dice = random.Random(seed)
        self._faults = faults.of(cluster)
        self._say = say
        self._deck: list[str] = []
        self.done: list[Done] = []
        self.died: list[str] = []

    def run(self, seconds: float) -> None:
        """Return when the time is over and everything stands again."""
        deadline = time.monotonic() + seconds
        self._wait(self._dice.uniform(*PAUSE_S))
        while time.monotonic() < deadline:
            self._strike(self._draw())
            self._wait(self._dice.uniform(*PAUSE_S))
        self._cluster.clocks.put_right()
        self._bring_back()

    def _bring_back(self) -> None:
        """What died by itself is started again, as an init system would; a service that does so is told of."""
        for member in self._cluster.running.members:
            if not member.is_running():
                self._say(f"{member.name} has died by itself")
                self.died.append(member.name)
                member.start()

    def _draw(self) -> list[Fault]:
        chosen = [self._next()]
        if self._dice.random() < TWO_AT_ONCE:
            other = self._next()
            if other.family != chosen[0].family:
                chosen.append(other)
        return chosen

    def _next(self) -> Fault:
        if not self._deck:
            self._deck = list(self._faults)
            self._dice.shuffle(self._deck)
        return self._dice.choice(self._faults[self._deck.pop()])

    def _strike(self, chosen: list[Fault]) -> None:
        self._bring_back()
        begun = []
        for fault in chosen:
            self._say(f"{fault.kind}: {fault.target}")
            begun.append((fault, self._now_ms()))
            fault.begin()
            self._wait(self._dice.uniform(0.0, 1.0))
        self._wait(max(self._dice.uniform(*fault.hold_s) for fault in chosen))
        for fault, began_ms in begun:
            _insist(fault.end)
            self.done.append(
                Done(kind=fault.kind, target=fault.target, began_ms=began_ms, ended_ms=self._now_ms())
            )
        if any(fault.family == "broker" for fault in chosen):
            self._wait_for_copies()

    def _wait_for_copies(self) -> None:
        """The next broker may fail only when this one has caught up: nothing survives the loss of two."""
        admin = AdminClient({"bootstrap.servers": self._cluster.kafka.bootstrap})
        deadline = time.monotonic() + IN_SYNC_S
        while time.monotonic() < deadline:
            topics = admin.list_topics(timeout=10).topics.values()
            partitions = [partition for topic in topics for partition in topic.partitions.values()]
            if all(len(partition.isrs) == len(partition.replicas) for partition in partitions):
                return
            self._wait(0.5)
        self._say(f"the brokers have not caught up within {IN_SYNC_S:.0f} s")

    def _now_ms(self) -> int:
        return self._cluster.clocks.real_ms()

    def _wait(self, seconds: float) -> None:
        threading.Event().wait(seconds)


def _insist(end: Callable[[], None]) -> None:
    """A server may need more than one start on a machine that is as busy as this one."""
    for left in reversed(range(START_TRIES)):
        try:
            end()
        except EmbeddedError:
            if not left:
                raise
        else:
            return
