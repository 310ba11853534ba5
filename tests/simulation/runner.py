"""Handlers of the simulation: each takes a while of virtual time and then ends as its job's payload says."""

import json
import random
from collections.abc import Sequence

import msgspec

from tickwheel.runtime.clock import ManualClock
from tickwheel.worker.floor import ending
from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.floor.held import Held, Key
from tickwheel.worker.runners.port import OnFinished

FAILED = Ending(status="failed", error_class="SimulatedError", error_message="as the payload says")


class Start(msgspec.Struct, frozen=True):
    """Evidence outside the system: a handler has really begun."""

    execution_id: str
    attempt: int
    not_before_ms: int
    at_ms: int
    delivery: str
    node: str


class SimulatedRunner:
    """Time is the world's; the world calls `advance` whenever the worker gets a turn."""

    def __init__(
        self,
        clock: ManualClock,
        dice: random.Random,
        evidence: list[Start],
        node: str,
        on_finished: OnFinished,
    ) -> None:
        self._clock = clock
        self._dice = dice
        self._evidence = evidence
        self._node = node
        self._on_finished = on_finished
        self._running: dict[Key, tuple[Held, int]] = {}

    def expect(self, attempts: Sequence[Held]) -> None:
        """Nothing to prepare."""

    def start(self, attempts: Sequence[Held]) -> None:
        now_ms = self._clock.now_ms()
        for held in attempts:
            held.started_at_ms = now_ms
            self._evidence.append(_start(held, now_ms, self._node))
            longest_ms = json.loads(held.dispatch.payload).get("ms", 100)
            self._running[held.key] = held, now_ms + self._dice.randrange(1, longest_ms + 2)

    def stop(self, held: Held) -> None:
        if held.key in self._running:
            self._running[held.key] = held, self._clock.now_ms()

    def close(self, timeout_s: float) -> None:
        self._running.clear()

    def advance(self) -> None:
        now_ms = self._clock.now_ms()
        for key, (held, until_ms) in list(self._running.items()):
            if until_ms <= now_ms:
                del self._running[key]
                self._on_finished([(held, self._ending(held))])

    def _ending(self, held: Held) -> Ending:
        if held.stop is not None:
            return ending.stopped(held)
        fails = json.loads(held.dispatch.payload).get("fails", 0.0)
        return FAILED if self._dice.random() < fails else ending.COMPLETED


def _start(held: Held, now_ms: int, node: str) -> Start:
    dispatch = held.dispatch
    return Start(
        dispatch.execution_id, dispatch.attempt, dispatch.not_before_ms, now_ms, dispatch.delivery, node
    )
