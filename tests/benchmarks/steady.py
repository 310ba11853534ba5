"""steady: one-off jobs due at a constant rate. How late does each start? For handlers of every kind."""

from tests.benchmarks.bench import IN_PROCESSES, ROOMY, Bench
from tests.benchmarks.evidence import duplicated, early, lateness

from tickwheel.protocol.definition import JobDefinition

Figures = dict[str, object]

HEAD_START_MS = 15_000


def steady(rate: int = 100, seconds: int = 30, handler: str = "bench.stamp") -> Figures:
    jobs = rate * seconds
    with Bench(IN_PROCESSES if handler.endswith("_process") else ROOMY) as bench:
        first_ms = bench.clock.now_ms() + HEAD_START_MS
        bench.submit(
            JobDefinition(
                name=f"steady-{n}", handler=handler, when="at", run_at_ms=first_ms + n * 1_000 // rate
            )
            for n in range(jobs)
        )
        starts = bench.wait_for_starts(jobs, HEAD_START_MS / 1_000 + seconds + 60)
        bench.wait_for_rows(jobs, 60)
    return {
        "scenario": "steady",
        "rate": rate,
        "jobs": jobs,
        "handler": handler,
        "lateness_ms": lateness(starts),
        "early": early(starts),
        "duplicated": duplicated(starts),
    }
