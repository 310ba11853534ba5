"""growth: the scheduler's cost of a job, with none, many and very many dormant jobs held meanwhile."""

from functools import partial

from tests.benchmarks.bench import Bench
from tests.benchmarks.dormant import fill

from tickwheel.protocol.definition import JobDefinition

Figures = dict[str, object]

WARM_UP = 1_000


def growth(jobs: int = 10_000) -> Figures:
    cost = {str(dormant): _cost_us(dormant, jobs) for dormant in (0, 100_000, 1_000_000)}
    return {"scenario": "growth", "jobs": jobs, "cpu_us_per_job": cost}


def _cost_us(dormant: int, jobs: int) -> int:
    with Bench(before_services=partial(fill, jobs=dormant)) as bench:
        bench.submit(JobDefinition(name=f"warm-{n}", handler="noop", when="now") for n in range(WARM_UP))
        bench.wait_for_rows(WARM_UP, 180)
        before = bench.cpu_s()["scheduler"]
        bench.submit(JobDefinition(name=f"run-{n}", handler="noop", when="now") for n in range(jobs))
        bench.wait_for_rows(WARM_UP + jobs, 180)
        return round((bench.cpu_s()["scheduler"] - before) * 1e6 / jobs)
