"""A load that never changes: jobs of every second, one-offs by Kafka and by the API, and somebody who reads."""

import threading
import time

from tests.benchmarks.bench import Bench

from tickwheel.client import Address, Client
from tickwheel.client.errors import ClientError
from tickwheel.protocol.definition import JobDefinition

FLEET = 20
TICK_S = 0.5
BY_KAFKA = 8
"""One-offs each tick; the API gets one of its own, and a read."""
AHEAD_MS = 2_000


class SteadyLoad:
    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._client = Client(Address(bench.stack.endpoints.api, bench.stack.endpoints.admin_token))
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=run) for run in (self._send, self._ask)]
        self._answers_ms: list[float] = []
        self._count = 0
        self.failed = 0

    def begin(self) -> None:
        self._bench.submit(
            JobDefinition(
                name=f"soak-{n}", handler="bench.stamp", when="cron", cron="* * * * * *", overlap="allow"
            )
            for n in range(FLEET)
        )
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()
        self._client.close()

    def answer_ms(self) -> float:
        """The slowest answer since it was last asked."""
        answers, self._answers_ms = self._answers_ms, []
        return max(answers, default=0.0)

    def _send(self) -> None:
        while not self._ending.wait(TICK_S):
            at_ms = self._bench.clock.now_ms() + AHEAD_MS
            self._count += 1
            self._bench.submit(
                JobDefinition(
                    name=f"soak-once-{self._count}-{n}",
                    handler="bench.stamp_thread" if n % 2 else "bench.stamp",
                    when="at",
                    run_at_ms=at_ms,
                )
                for n in range(BY_KAFKA)
            )

    def _ask(self) -> None:
        number = 0
        while not self._ending.wait(TICK_S):
            number += 1
            begun_s = time.monotonic()
            try:
                self._client.create_job({"name": f"soak-api-{number}", "handler": "bench.stamp", "now": True})
                self._client.list_executions(limit=50)
            except ClientError:
                self.failed += 1
            self._answers_ms.append((time.monotonic() - begun_s) * 1_000)
