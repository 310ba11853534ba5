"""What a worker costs and how late it starts, against a real Kafka: `python -m tests.benchmarks.worker [--profile | --late]`.

The bench plays the scheduler: it fills mailboxes and reads outcomes. CPU is that of the worker's own process.
"""

import cProfile
import platform
import pstats
import resource
import sys
import threading
import time
from collections.abc import Sequence

from tests.integration.worker.cluster import PARTITIONS, TestCluster

from tickwheel.embedded import EmbeddedKafka
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.runtime.lifecycle import ServiceThread
from tickwheel.worker import App
from tickwheel.worker.__main__ import SWITCH_INTERVAL_S
from tickwheel.worker.builtin import demo
from tickwheel.worker.floor.ending import Ended
from tickwheel.worker.sdk.handler import Kind
from tickwheel.worker.sdk.signature import handler_of
from tickwheel.worker.service import Worker

JOBS = 20_000
TIMED = 1_000
SPACING_MS = 10

app = App("bench")


@app.job("bench.thread")
def in_thread() -> None: ...


app.add(handler_of("bench.process", platform.python_version, "process"))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def python_s() -> float:
    """CPU of the threads that run Python; librdkafka's own are not among them."""
    clocks = [time.pthread_getcpuclockid(thread.ident) for thread in threading.enumerate() if thread.ident]
    return sum(time.clock_gettime(clock) for clock in clocks)


def worker_on(cluster: TestCluster, slots: int) -> Worker:
    handlers = [*app.handlers, *demo.handlers()]
    return Worker(settings=cluster.settings(slots=slots), log=cluster.log, handlers=handlers)


def throughput(cluster: TestCluster) -> None:
    """Mailboxes are full before the worker starts; the last outcome ends the run."""
    for n in range(JOBS):
        cluster.dispatch(f"j{n}", mailbox=n % PARTITIONS)
    cluster.flush()
    worker = worker_on(cluster, slots=1_000)
    done = threading.Event()
    left = JOBS
    worker.start()
    report = worker.parts.floor._report

    def counting(ended: Sequence[Ended]) -> None:
        nonlocal left
        report(ended)
        left -= len(ended)
        if left == 0:
            done.set()

    worker.parts.floor._report = counting
    started, cpu, python = cluster.clock.monotonic(), cpu_s(), python_s()
    profile = cProfile.Profile() if "--profile" in sys.argv else None
    if profile:
        profile.enable()
    while not done.is_set():
        worker.run_once()
    if profile:
        profile.disable()
    worker.parts.outbox.flush(10)
    took, used, ours = cluster.clock.monotonic() - started, cpu_s() - cpu, python_s() - python
    worker.stop()
    theirs = used - ours
    say(
        f"no-op jobs: {JOBS / took:,.0f}/s; CPU a job: {1e6 * ours / JOBS:.0f} us in Python's threads, "
        f"{1e6 * theirs / JOBS:.0f} us in librdkafka's"
    )
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)


def lateness(cluster: TestCluster, handler: str, kind: Kind) -> None:
    prefix = RandomIds().uuid()
    with ServiceThread(worker_on(cluster, slots=50)) as running:
        assert running.health.wait_for("ready", 30)
        for n in range(TIMED):
            cluster.dispatch(
                f"{prefix}-{n}", handler=handler, in_ms=2_000 + SPACING_MS * n, mailbox=n % PARTITIONS
            )
        cluster.flush()
        found = cluster.read(
            cluster.topics.outcomes,
            AttemptOutcome,
            lambda seen: sum(o.job_name.startswith(prefix) for o in seen) >= TIMED,
            timeout_s=60,
        )
    late = sorted(o.started_at_ms - o.due_ms for o in found if o.job_name.startswith(prefix))
    say(
        f"{kind}: late by p50 {late[TIMED // 2]} ms, p99 {late[TIMED * 99 // 100]} ms, max {late[-1]} ms, min {late[0]} ms"
    )


def main() -> None:
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with EmbeddedKafka() as kafka:
        if "--late" not in sys.argv:
            throughput(TestCluster(kafka.bootstrap, "throughput."))
        if "--late" in sys.argv or len(sys.argv) == 1:
            cluster = TestCluster(kafka.bootstrap, "lateness.")
            lateness(cluster, "noop", "async")
            lateness(cluster, "bench.thread", "thread")
            lateness(cluster, "bench.process", "process")


if __name__ == "__main__":
    main()
