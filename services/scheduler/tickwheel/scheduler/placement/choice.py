"""The choice among the workers that could run an execution."""

from collections.abc import Sequence

from tickwheel.scheduler.placement.need import Need
from tickwheel.scheduler.placement.worker import Worker


def choose(suitable: Sequence[Worker], need: Need, draw: int) -> Worker | None:
    """Best fit where resources are asked for, else the better of two drawn by free credit; None if all are full."""
    if not suitable:
        return None
    if need.takes_resources:
        return _tightest([worker for worker in suitable if worker.has_room(need)])
    first = suitable[draw % len(suitable)]
    second = suitable[(draw >> 32) % len(suitable)]
    better = first if first.free_credit >= second.free_credit else second
    if better.has_room(need):
        return better
    return max((w for w in suitable if w.has_room(need)), key=lambda w: w.free_credit, default=None)


def _tightest(workers: Sequence[Worker]) -> Worker | None:
    return min(workers, key=lambda w: (w.cpu_milli, w.memory_mib, w.disk_mib), default=None)
