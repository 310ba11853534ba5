"""Fills a cluster with jobs that sleep for a year: written as the scheduler would have written them, only quicker."""

import msgspec
from tests.benchmarks.bench import Bench

from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.scheduler import state_records
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.decide import decide
from tickwheel.scheduler.engine.state import JobState
from tickwheel.scheduler.engine.surroundings import Surroundings

YEAR_MS = 365 * 24 * 3_600_000


def _sleeper(now_ms: int) -> JobState:
    """One job as the engine makes it; the others differ in name, id and due time only."""
    definition = JobDefinition(name="sleeper", handler="noop", when="at", run_at_ms=now_ms + YEAR_MS)
    command = CreateJob(command_id="sleeper", definition=definition)
    job = decide(Aggregate(), command, Surroundings(now_ms=now_ms)).job
    if job is None:
        raise RuntimeError("the engine refused the sleeper")
    # Its command was answered more than an hour ago.
    return msgspec.structs.replace(job, answered=())


def fill(bench: Bench, jobs: int) -> None:
    plan, now_ms = bench.stack.plan, bench.clock.now_ms()
    pattern = _sleeper(now_ms)
    producer = KafkaLog(bench.stack.endpoints.kafka, "filler").producer()
    topic = Topics(plan.topic_prefix).state
    for number in range(jobs):
        name = f"sleeper-{number}"
        job_id = ids.job_id("default", name)
        definition = msgspec.structs.replace(pattern.definition, name=name)  # type: ignore[type-var]
        job = msgspec.structs.replace(
            pattern, job_id=job_id, definition=definition, next_due_ms=now_ms + YEAR_MS + number
        )
        partition = routing.partition_for(job_id.encode(), plan.partitions)
        while True:
            try:
                producer.produce(topic, partition, state_records.job_key(job_id), state_records.encode(job))
                break
            except RetriableError:
                producer.poll(0.1)
        if number % 1_000 == 0:
            producer.poll()
    if producer.flush(120.0):
        raise RuntimeError("the broker did not acknowledge every state record within 120 s")
    producer.close()
