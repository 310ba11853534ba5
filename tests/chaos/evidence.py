"""What handlers write down outside of the system, and how it is read: the only witness that a chaos test believes.

A line is one short append, which is atomic, also for a process that is killed a moment later. Its end is a mark, so that
what a crash cut off is seen.
"""

import os
import time
from pathlib import Path

from tests.chaos.checker.history import Stamp

from tickwheel.runtime.clock import SystemClock
from tickwheel.worker import JobContext

FOLDER = "EVIDENCE_DIR"
NAME = "EVIDENCE_NAME"

_clock = SystemClock()


def note(what: str, context: JobContext) -> None:
    """`start`, `end` or `fail`, with the time of the process's own clock and of one that is never set."""
    name = os.environ[NAME]
    words = (
        what,
        context.execution_id,
        context.attempt,
        name,
        context.due_ms,
        _clock.now_ns(),
        time.time_ns(),
    )
    line = " ".join(str(word) for word in words) + f" {context.job_name}\n"
    descriptor = os.open(Path(os.environ[FOLDER]) / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, line.encode())
    os.close(descriptor)


def read(folder: Path) -> list[Stamp]:
    return [_stamp(line) for path in folder.iterdir() for line in path.read_text("utf-8").splitlines()]


def _stamp(line: str) -> Stamp:
    what, execution_id, attempt, worker, due_ms, wall_ns, real_ns, job = line.split(" ", 7)
    return Stamp(
        what=what,  # type: ignore[arg-type]  # one of the three words of `note`
        execution_id=execution_id,
        attempt=int(attempt),
        job=job,
        due_ms=int(due_ms),
        wall_ms=int(wall_ns) / 1e6,
        real_ms=int(real_ns) / 1e6,
        worker=worker,
    )
