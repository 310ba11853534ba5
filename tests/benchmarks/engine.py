"""What a job costs in the engine: `python -m tests.benchmarks.engine`. CPU microseconds, best of several rounds.

The five hot steps of a one-off: JobCreated and ExecutionCreated (one decision), ExecutionDispatched, AttemptClaimed,
ExecutionCompleted. Beside them what recurring jobs and a restore cost.
"""

import time
from collections.abc import Callable, Sequence

import msgspec

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.scheduler.engine.aggregate import NOTHING, Aggregate
from tickwheel.scheduler.engine.decide import decide
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.inputs import Input, JobDue, Placed
from tickwheel.scheduler.engine.state import JobState
from tickwheel.scheduler.engine.surroundings import Surroundings

NOW = 1_800_000_000_000
JOBS = 4_000
ROUNDS = 7
AROUND = Surroundings(now_ms=NOW)


def creations(when: dict[str, object]) -> list[CreateJob]:
    return [
        CreateJob(
            command_id=f"c{number}",
            definition=msgspec.convert({"name": f"job-{number}", "handler": "h", **when}, JobDefinition),
        )
        for number in range(JOBS)
    ]


def step(
    figures: dict[str, float],
    name: str,
    aggregates: Sequence[Aggregate],
    inputs: Sequence[Input],
    around: Surroundings,
) -> list[Decision]:
    started = time.process_time()
    decisions = [decide(aggregate, each, around) for aggregate, each in zip(aggregates, inputs, strict=True)]
    spent = (time.process_time() - started) / len(inputs) * 1e6
    figures[name] = min(figures.get(name, spent), spent)
    return decisions


def after(decisions: list[Decision]) -> tuple[list[Aggregate], list[tuple[str, str]]]:
    aggregates = [
        Aggregate(d.job, {i: e for i, e in d.executions.items() if e is not None}) for d in decisions
    ]
    names = [(next(iter(d.events)).job_id, next(iter(d.executions), "")) for d in decisions]
    return aggregates, names


def one_off(figures: dict[str, float]) -> None:
    aggregates, names = after(step(figures, "create", [NOTHING] * JOBS, creations({"when": "now"}), AROUND))
    placed = [Placed(job, execution, "w1", "mailbox", 3) for job, execution in names]
    aggregates, _ = after(step(figures, "place", aggregates, placed, AROUND))
    claims = [
        AttemptClaim(job_id=job, execution_id=execution, attempt=1, worker_id="w1", starts_at_ms=NOW)
        for job, execution in names
    ]
    aggregates, _ = after(step(figures, "claim", aggregates, claims, AROUND))
    step(figures, "complete", aggregates, [completed(job, execution) for job, execution in names], AROUND)


def completed(job: str, execution: str) -> AttemptOutcome:
    return AttemptOutcome(
        job_id=job,
        job_name="job",
        execution_id=execution,
        attempt=1,
        handler="h",
        queue="default",
        worker_id="w1",
        status="completed",
        due_ms=NOW,
        started_at_ms=NOW,
        finished_at_ms=NOW + 5,
    )


def recurring(figures: dict[str, float]) -> None:
    commands = creations({"when": "cron", "cron": "*/5 * * * *"})
    decisions = step(figures, "create cron", [NOTHING] * JOBS, commands, AROUND)
    jobs = [decision.job for decision in decisions if decision.job is not None]
    due = msgspec.structs.replace(AROUND, now_ms=jobs[0].next_due_ms - AROUND.lead_ms)
    step(figures, "due cron", [Aggregate(job) for job in jobs], [JobDue(job.job_id) for job in jobs], due)
    timed(figures, "encode job", lambda: [msgspec.msgpack.encode(job) for job in jobs])
    encoded = [msgspec.msgpack.encode(job) for job in jobs]
    decoder = msgspec.msgpack.Decoder(JobState)
    timed(figures, "decode job", lambda: [decoder.decode(each) for each in encoded])
    figures["bytes of a dormant job"] = sum(map(len, encoded)) / len(encoded)


def timed(figures: dict[str, float], name: str, act: Callable[[], object]) -> None:
    started = time.process_time()
    act()
    spent = (time.process_time() - started) / JOBS * 1e6
    figures[name] = min(figures.get(name, spent), spent)


def measure() -> dict[str, float]:
    figures: dict[str, float] = {}
    for _ in range(ROUNDS):
        one_off(figures)
        recurring(figures)
    figures["one job in all"] = sum(figures[name] for name in ("create", "place", "claim", "complete"))
    return figures


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"{name:24} {value:8.1f}")  # noqa: T201  a benchmark prints
