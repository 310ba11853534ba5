"""One soak: a stack under a steady load, measured to the end, and judged flat or not."""

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from tests.benchmarks.bench import Bench
from tests.soak.load import SteadyLoad
from tests.soak.page import page
from tests.soak.sampler import Sampler, Series, Starts
from tests.soak.trend import Allowance, Trend, trend_of

from tickwheel.embedded.kafka import HEAP_MIB
from tickwheel.embedded.stack import StackPlan
from tickwheel.projector.operate import Operator
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup, ProjectorSettings
from tickwheel.runtime.settings.values import SecretUrl

SAMPLES = 360
SHORTEST_S = 2.0
# Ended jobs are kept for an hour to answer repeated commands: kept for a minute, a soak sees whether they ever go.
PLAN = StackPlan(
    settings={"TICKWHEEL_WORKER_SLOTS": "64", "TICKWHEEL_SCHEDULER_ENDED_JOB_RETENTION_MS": "60000"}
)

ALLOWANCES = {
    # A JVM takes all of the heap that it may have before it tidies up: that is no growth of ours.
    "kafka memory MiB": Allowance(float(HEAP_MIB)),
    "memory MiB": Allowance(12.0, 0.10),
    "file handles": Allowance(6.0, 0.05),
    # Pools breathe with what is due at once; one that leaks a thread a run is found all the same.
    "threads": Allowance(24.0),
    "projection lag records": Allowance(200.0),
    "answer ms": Allowance(500.0),
    "lateness p50 ms": Allowance(10.0),
    "lateness p99 ms": Allowance(250.0),
}


class Outcome(msgspec.Struct, frozen=True):
    trends: list[Trend]
    starts: int
    early: int
    failed_requests: int

    @property
    def is_good(self) -> bool:
        return all(trend.is_flat for trend in self.trends) and not self.early


def soak(seconds: float, folder: Path, say: Callable[[str], None] = print) -> Outcome:
    with Bench(PLAN) as bench:
        load = SteadyLoad(bench)
        starts = Starts(bench.evidence)
        sampler = Sampler(bench.stack, starts, _behind(bench), load.answer_ms)
        load.begin()
        say(f"a steady load for {seconds / 60:.0f} min")
        try:
            _measure(sampler, seconds)
        finally:
            load.end()
        starts.lateness_ms()
    trends = [trend_of(name, points, _allowance(name)) for name, points in sorted(sampler.series.items())]
    outcome = Outcome(trends, starts.count, starts.early, load.failed)
    _write(folder, outcome, sampler.series, seconds)
    return outcome


def _measure(sampler: Sampler, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    pause_s = max(SHORTEST_S, seconds / SAMPLES)
    while time.monotonic() < deadline:
        threading.Event().wait(pause_s)
        sampler.sample()


def _behind(bench: Bench) -> Callable[[], int]:
    plan, at = bench.stack.plan, bench.stack.endpoints
    kafka = KafkaGroup(
        bootstrap=at.kafka, partitions=plan.partitions, mailboxes=plan.mailboxes, replication=1, min_insync=1
    )
    operator = Operator(ProjectorSettings(kafka=kafka, postgres=PostgresGroup(dsn=SecretUrl(at.postgres))))
    return lambda: sum(status.behind for status in operator.status())


def _allowance(name: str) -> Allowance:
    return next(allowance for ending, allowance in ALLOWANCES.items() if name.endswith(ending))


def _write(folder: Path, outcome: Outcome, series: Series, seconds: float) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    title = f"Soak of {seconds / 3600:.2f} h: {outcome.starts:,} starts, {'flat' if outcome.is_good else 'not flat'}"
    (folder / "soak.html").write_text(page(title, outcome.trends, series), "utf-8")
    whole = {
        "hours": round(seconds / 3600, 3),
        "starts": outcome.starts,
        "early": outcome.early,
        "failed_requests": outcome.failed_requests,
        "trends": [msgspec.to_builtins(trend) | {"flat": trend.is_flat} for trend in outcome.trends],
        "series": series,
    }
    (folder / "soak.json").write_text(json.dumps(whole) + "\n", "utf-8")
