"""What `tickwheel dev` does about a server or service that dies."""

import itertools
import pathlib

from tickwheel.embedded.errors import StartError
from tickwheel.embedded.stack.keeper import STEADY_S, Keeper


class _Part:
    name = "Kafka"
    log_path = pathlib.Path("kafka.log")

    def __init__(self) -> None:
        self.running = True
        self.fails = False
        self.starts = 0

    def is_running(self) -> bool:
        return self.running

    def start(self) -> None:
        self.starts += 1
        if self.fails:
            raise StartError("Kafka did not start.")
        self.running = True


class _World:
    def __init__(self) -> None:
        self.part = _Part()
        self.now_s = 100.0
        self.said: list[str] = []
        self.keeper = Keeper(lambda: [self.part], self.said.append, lambda: self.now_s)

    def after(self, seconds: float) -> int:
        """Look then; how many starts there have been."""
        self.now_s += seconds
        self.keeper.look()
        return self.part.starts

    def dies(self) -> None:
        self.part.running = False


def test_starts_at_once_what_has_died_and_leaves_alone_what_runs() -> None:
    world = _World()
    assert world.after(1) == 0
    world.dies()
    assert world.after(1) == 1
    assert world.after(1) == 1
    assert world.said == ["Kafka has died and is started again (its log: kafka.log)"]


def test_starts_ever_more_patiently_what_dies_again_and_again() -> None:
    world = _World()
    starts = []
    for _ in range(200):
        world.dies()
        before = world.part.starts
        if world.after(0.5) > before:
            starts.append(world.now_s)
    waits = [later - earlier for earlier, later in itertools.pairwise(starts)]
    assert waits[:5] == [1.5, 2.5, 4.5, 8.5, 16.5]
    assert max(waits) <= 30.5


def test_forgets_what_was_once_it_has_run_for_a_while() -> None:
    world = _World()
    for _ in range(3):
        world.dies()
        world.after(20)
    world.after(STEADY_S)
    world.dies()
    starts = world.part.starts
    assert world.after(0.5) == starts + 1


def test_says_why_a_start_failed_and_tries_again() -> None:
    world = _World()
    world.part.fails = True
    world.dies()
    assert world.after(0) == 1
    assert world.said[-1] == "Kafka did not start. The next try is in 1 s."
    assert world.after(0.5) == 1
    world.part.fails = False
    assert world.after(0.5) == 2
