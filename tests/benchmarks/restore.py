"""restore: a scheduler starts on a cluster that holds many dormant jobs. How long until it owns them, and how big is it?"""

import re

from tests.benchmarks.bench import Bench
from tests.benchmarks.dormant import fill

Figures = dict[str, object]

SETTLE_TIMEOUT_S = 120.0


def restore(jobs: int = 1_000_000) -> Figures:
    with Bench(before_services=lambda bench: fill(bench, jobs)) as bench:
        scheduler = bench.stack.of_kind("scheduler")[0]
        line = bench.wait_for_line(scheduler.log_path, '"message":"Restored partitions"', SETTLE_TIMEOUT_S)
        held = int(_field(line, "jobs"))
        if held != jobs:
            raise RuntimeError(f"{held} of {jobs} jobs were restored")
        return {
            "scenario": "restore",
            "jobs": jobs,
            "seconds": float(_field(line, "seconds")),
            "rss_mib": bench.rss_mib("scheduler"),
        }


def _field(line: str, name: str) -> str:
    found = re.search(rf'"{name}":([0-9.]+)', line)
    if found is None:
        raise RuntimeError(f"no {name} in: {line}")
    return found[1]
