"""How much memory a handler's process may take, and how much it holds. Linux keeps to both; elsewhere there is no limit."""

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

MIB = 2**20

OOM_SCORE = "500"
"""If the machine runs out of memory the kernel ends a handler's process first, not the worker."""


@contextlib.contextmanager
def limited(mib: int) -> Iterator[None]:
    """Beyond the limit allocations fail, which Python tells as MemoryError. 0: no limit.

    RLIMIT_DATA counts what the process can write to; RLIMIT_AS would also count address space that it only reserves.
    """
    if not mib:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = mib * MIB if hard == resource.RLIM_INFINITY else min(mib * MIB, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
    try:
        yield
    except MemoryError as error:
        if not error.args:
            error.args = (f"the handler wants more than the {mib} MiB that its process may take",)
        raise
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def be_first_to_go() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE, "ascii")


def held_mib(pid: int | str = "self") -> int:
    """Resident memory; 0 if the system does not tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * resource.getpagesize() // MIB
