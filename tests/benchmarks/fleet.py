"""fleet: many jobs on a schedule of every second. Does every one run every second?"""

import time

from tests.benchmarks.bench import ROOMY, Bench
from tests.benchmarks.evidence import duplicated, early, lateness

from tickwheel.protocol.definition import JobDefinition

Figures = dict[str, object]

HEAD_START_MS = 15_000


def fleet(jobs: int = 500, seconds: int = 20) -> Figures:
    expected = jobs * seconds
    with Bench(ROOMY) as bench:
        first_ms = (bench.clock.now_ms() // 1_000 + 1) * 1_000 + HEAD_START_MS
        bench.submit(
            JobDefinition(
                name=f"fleet-{n}",
                handler="bench.stamp",
                when="cron",
                cron="* * * * * *",
                start_at_ms=first_ms,
                end_at_ms=first_ms + seconds * 1_000,
                overlap="allow",
            )
            for n in range(jobs)
        )
        time.sleep(max(0.0, (first_ms + seconds * 1_000 - bench.clock.now_ms()) / 1_000))
        starts = bench.wait_for_starts(expected, 60)
        bench.wait_for_rows(expected, 60)
    ran = len({(start.job_name, start.due_ms) for start in starts})
    return {
        "scenario": "fleet",
        "jobs": jobs,
        "expected": expected,
        "ran": ran,
        "missed": expected - ran,
        "lateness_ms": lateness(starts),
        "early": early(starts),
        "duplicated": duplicated(starts),
    }
