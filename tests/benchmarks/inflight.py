"""inflight: ten thousand executions running at once on one worker, and what it costs while it has nothing to do."""

import time

import psutil
from tests.benchmarks.bench import ROOMY, Bench
from tests.benchmarks.evidence import duplicated, early, lateness, peak

from tickwheel.protocol.definition import JobDefinition

Figures = dict[str, object]

HEAD_START_MS = 20_000
IDLE_S = 10.0
SECONDS = 20


def inflight(jobs: int = 10_000) -> Figures:
    with Bench(ROOMY) as bench:
        worker = psutil.Process(bench.stack.of_kind("worker")[0].pid)
        idle_percent, idle_mib = worker.cpu_percent(IDLE_S), bench.rss_mib("worker")
        due_ms = bench.clock.now_ms() + HEAD_START_MS
        bench.submit(
            JobDefinition(
                name=f"sleeper-{n}",
                handler="bench.sleep",
                payload=f'{{"seconds": {SECONDS}}}',
                when="at",
                run_at_ms=due_ms,
            )
            for n in range(jobs)
        )
        starts = bench.wait_for_starts(jobs, HEAD_START_MS / 1_000 + 60)
        busy_mib = bench.rss_mib("worker")
        time.sleep(SECONDS)
        bench.wait_for_rows(jobs, 120)
        in_flight = peak(bench.evidence)
    return {
        "scenario": "inflight",
        "jobs": jobs,
        "peak_in_flight": in_flight,
        "worker_rss_mib": busy_mib,
        "kib_per_busy_slot": round((busy_mib - idle_mib) * 1_024 / jobs, 1),
        "idle_cpu_percent_of_a_core": round(idle_percent, 2),
        "idle_rss_mib": idle_mib,
        "kib_per_idle_slot": round(idle_mib * 1_024 / jobs, 1),
        "lateness_ms": lateness(starts),
        "early": early(starts),
        "duplicated": duplicated(starts),
    }
