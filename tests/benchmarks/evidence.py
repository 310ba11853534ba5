"""Reads what the handlers wrote down, and says how late they started."""

from itertools import accumulate
from pathlib import Path
from typing import NamedTuple


class Start(NamedTuple):
    execution_id: str
    attempt: int
    due_ms: int
    start_ns: int
    job_name: str

    @property
    def late_ms(self) -> float:
        return self.start_ns / 1e6 - self.due_ms


def read_starts(folder: Path, what: str = "starts") -> list[Start]:
    starts = []
    for path in folder.glob(f"{what}-*"):
        for line in path.read_text("utf-8").splitlines():
            execution_id, attempt, due_ms, start_ns, job_name = line.split(" ", 4)
            starts.append(Start(execution_id, int(attempt), int(due_ms), int(start_ns), job_name))
    return starts


def peak(folder: Path) -> int:
    """The most that ran at one instant, by their own starts and ends."""
    steps = [(start.start_ns, 1) for start in read_starts(folder)]
    steps += [(end.start_ns, -1) for end in read_starts(folder, "ends")]
    return max(accumulate(step for _, step in sorted(steps)), default=0)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def lateness(starts: list[Start]) -> dict[str, float]:
    late = [start.late_ms for start in starts]
    return {
        "p50": round(percentile(late, 0.50), 2),
        "p99": round(percentile(late, 0.99), 2),
        "max": round(max(late), 2),
    }


def early(starts: list[Start]) -> int:
    return sum(start.late_ms < 0 for start in starts)


def duplicated(starts: list[Start]) -> int:
    """Executions with more than one start. In a run without faults there must be none."""
    return len(starts) - len({start.execution_id for start in starts})
