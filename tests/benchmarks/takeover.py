"""takeover: one of two schedulers is killed under a steady load. How long does nobody dispatch, and who notices?"""

from tests.benchmarks.bench import Bench
from tests.benchmarks.evidence import Start, duplicated

from tickwheel.embedded.stack import StackPlan
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionDispatched

Figures = dict[str, object]

RATE = 50
SECONDS = 40
HEAD_START_MS = 15_000
KILL_AFTER = RATE * 8


def takeover() -> Figures:
    with_lead, gap_s, lost, doubled = _run(lead_ms=10_000)
    without_lead, _, lost_too, doubled_too = _run(lead_ms=0)
    return {
        "scenario": "takeover",
        "seconds_without_dispatch": round(gap_s, 2),
        "lateness_max_ms": {"with_lead": _latest(with_lead), "without_lead": _latest(without_lead)},
        "lost": lost + lost_too,
        "duplicated": doubled + doubled_too,
    }


def _run(lead_ms: int) -> tuple[list[Start], float, int, int]:
    """(starts, longest time without a dispatch from one partition, lost, duplicated)."""
    jobs = RATE * SECONDS
    plan = StackPlan(schedulers=2, settings={"TICKWHEEL_SCHEDULER_LEAD_MS": str(lead_ms)})
    with Bench(plan) as bench:
        first_ms = bench.clock.now_ms() + HEAD_START_MS
        bench.submit(
            JobDefinition(
                name=f"takeover-{n}", handler="bench.stamp", when="at", run_at_ms=first_ms + n * 1_000 // RATE
            )
            for n in range(jobs)
        )
        bench.wait_for_starts(KILL_AFTER, HEAD_START_MS / 1_000 + 60)
        bench.stack.of_kind("scheduler")[0].kill()
        starts = bench.wait_for_starts(jobs, SECONDS + 60)
        gap_s = _longest_gap_s(bench)
    lost = jobs - len({start.execution_id for start in starts})
    return starts, gap_s, lost, duplicated(starts)


def _longest_gap_s(bench: Bench) -> float:
    longest_ms = 0
    last_ms: dict[int, int] = {}
    for record, event in bench.journal(Event):
        if isinstance(event, ExecutionDispatched):
            longest_ms = max(longest_ms, event.at_ms - last_ms.get(record.partition, event.at_ms))
            last_ms[record.partition] = event.at_ms
    return longest_ms / 1_000


def _latest(starts: list[Start]) -> float:
    return round(max(start.late_ms for start in starts), 1)
