"""Measures a running stack every few seconds: each process, how late jobs start, how far the tables are behind."""

import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import psutil
from tests.benchmarks.evidence import percentile

from tickwheel.embedded.stack import Stack

Series = dict[str, list[tuple[float, float]]]

MIB = 2**20


class Starts:
    """The handlers' evidence, read on from where the last look ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, int] = defaultdict(int)
        self.count = 0
        self.early = 0

    def lateness_ms(self) -> list[float]:
        """Of everything that started since the last look."""
        found: list[float] = []
        for path in self._folder.glob("starts-*"):
            with path.open("rb") as file:
                file.seek(self._read[path])
                lines = file.read()
            whole = lines.rpartition(b"\n")[0]
            self._read[path] += len(whole) + 1 if whole else 0
            for line in whole.splitlines():
                _, _, due_ms, start_ns, _ = line.split(b" ", 4)
                found.append(int(start_ns) / 1e6 - int(due_ms))
        self.count += len(found)
        self.early += sum(late < 0 for late in found)
        return found


class Sampler:
    def __init__(
        self, stack: Stack, starts: Starts, behind: Callable[[], int], answer_ms: Callable[[], float]
    ) -> None:
        self._stack = stack
        self._starts = starts
        self._behind = behind
        self._answer_ms = answer_ms
        self._began_s = time.monotonic()
        self.series: Series = defaultdict(list)

    def sample(self) -> None:
        for name, pid in self._processes().items():
            process = psutil.Process(pid)
            self._add(f"{name} memory MiB", process.memory_info().rss / MIB)
            self._add(f"{name} file handles", process.num_fds())
            self._add(f"{name} threads", process.num_threads())
        self._add("projection lag records", self._behind())
        self._add("answer ms", self._answer_ms())
        late = self._starts.lateness_ms()
        if late:
            self._add("lateness p50 ms", percentile(late, 0.5))
            self._add("lateness p99 ms", percentile(late, 0.99))

    def _processes(self) -> dict[str, int]:
        found = {member.name: member.pid for member in self._stack.members}
        if self._stack.kafka is not None:
            found["kafka"] = self._stack.kafka.brokers[0].pid
        return {name: pid for name, pid in found.items() if pid is not None}

    def _add(self, name: str, value: float) -> None:
        self.series[name].append((time.monotonic() - self._began_s, float(value)))
