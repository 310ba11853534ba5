"""Thousands of small clusters, each with its own seed: whatever breaks, the promises hold once it has healed."""

import os

import pytest
from tests.simulation import checks
from tests.simulation.load import Load
from tests.simulation.nemesis import Nemesis
from tests.simulation.world import World

from tickwheel.runtime.codec import Codec

SEEDS = int(os.environ.get("SIMULATION_SEEDS", "300"))
FIRST_SEED = int(os.environ.get("SIMULATION_FIRST_SEED", "1"))
REMEMBERED = (730,)
"""Beyond the first ones, and once the finder of a fault."""
TURNS = 80
"""Ten seconds or so of virtual time in which commands come in and things break."""
REST_MS = 20_000
RESTS = 180
"""A breaker that is open puts work off again and again, so it may take a while until all is done."""
GROUP = 25
"""Seeds run in one test, so that pytest's own cost does not count."""


@pytest.fixture(scope="module")
def codec() -> Codec:
    return Codec()


def run(seed: int, codec: Codec, *, strength: float) -> list[str]:
    world = World(seed, codec)
    load, nemesis = Load(world), Nemesis(world, strength)
    for _ in range(TURNS):
        load.act(chance=0.4)
        nemesis.act()
        world.turn()
    nemesis.leave()
    world.heal()
    load.resume_all()
    world.run_for(REST_MS, longest_ms=1_000)
    for _ in range(RESTS):
        if checks.is_at_rest(world):
            break
        world.run_for(REST_MS, longest_ms=1_000)
    return checks.faults(world)


def _seeds(share: float) -> list[int]:
    return list(range(FIRST_SEED, FIRST_SEED + max(1, int(SEEDS * share)), GROUP))


@pytest.mark.parametrize("seed", REMEMBERED)
def test_a_fault_that_was_mended_does_not_come_back(seed: int, codec: Codec) -> None:
    assert run(seed, codec, strength=0.1) == []


@pytest.mark.parametrize("first", _seeds(0.2))
def test_every_promise_holds_when_nothing_breaks(first: int, codec: Codec) -> None:
    for seed in range(first, first + GROUP):
        broken = run(seed, codec, strength=0.0)
        assert not broken, f"seed {seed}:\n" + "\n".join(broken[:10])


@pytest.mark.parametrize("first", _seeds(0.8))
def test_every_promise_holds_whatever_breaks(first: int, codec: Codec) -> None:
    for seed in range(first, first + GROUP):
        broken = run(seed, codec, strength=0.1)
        assert not broken, f"seed {seed}:\n" + "\n".join(broken[:10])
