"""storm: many jobs due at one instant. How late is the last of them?"""

from tests.benchmarks.bench import ROOMY, Bench
from tests.benchmarks.evidence import duplicated, early, lateness

from tickwheel.protocol.definition import JobDefinition

Figures = dict[str, object]

HEAD_START_MS = 25_000


def storm(jobs: int = 2_000) -> Figures:
    with Bench(ROOMY) as bench:
        due_ms = bench.clock.now_ms() + HEAD_START_MS
        bench.submit(
            JobDefinition(name=f"storm-{n}", handler="bench.stamp", when="at", run_at_ms=due_ms)
            for n in range(jobs)
        )
        starts = bench.wait_for_starts(jobs, HEAD_START_MS / 1_000 + 60)
        bench.wait_for_rows(jobs, 60)
    return {
        "scenario": "storm",
        "jobs": jobs,
        "lateness_ms": lateness(starts),
        "early": early(starts),
        "duplicated": duplicated(starts),
    }
