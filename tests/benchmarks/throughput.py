"""throughput: no-op jobs, from the first submission to the last projected row, exactly-once throughout."""

import os
import time

from tests.benchmarks.bench import Bench

from tickwheel.protocol.definition import JobDefinition

Figures = dict[str, object]


def _jobs(prefix: str, count: int) -> list[JobDefinition]:
    return [JobDefinition(name=f"{prefix}-{n}", handler="noop", when="now") for n in range(count)]


def throughput(jobs: int = 20_000) -> Figures:
    with Bench() as bench:
        warm_up = jobs // 10
        bench.submit(_jobs("warm", warm_up))
        bench.wait_for_rows(warm_up, 120)
        cpu_before = bench.cpu_s()
        client_before = os.times()
        started = time.monotonic()
        bench.submit(_jobs("run", jobs))
        client_after = os.times()
        seconds = bench.wait_for_rows(warm_up + jobs, 300) - started
        cpu_after = bench.cpu_s()
    per_job = {
        kind: round((cpu_after[kind] - cpu_before[kind]) * 1e6 / jobs) for kind in cpu_after if kind != "api"
    }
    client = (client_after.user + client_after.system) - (client_before.user + client_before.system)
    return {
        "scenario": "throughput",
        "jobs": jobs,
        "jobs_per_s": round(jobs / seconds),
        "cpu_us_per_job": {**per_job, "client": round(client * 1e6 / jobs)},
    }
