"""submit: jobs over HTTP, one by one and in batches, with the whole stack running. How many, and how long does each take?"""

import asyncio
import json
import time
from urllib.parse import urlsplit

import uvloop
from tests.benchmarks.bench import Bench
from tests.benchmarks.evidence import percentile

Figures = dict[str, object]

BATCH = 500


def submit(connections: int = 192, seconds: float = 10.0, steady_rate: int = 500) -> Figures:
    """As fast as it goes; then at a steady rate; then in batches. Jobs without a schedule: only submitting is measured."""
    with Bench() as bench:
        load = _Load(bench.stack.endpoints.api, bench.stack.endpoints.admin_token)
        uvloop.run(load.run("warm", connections, 2.0))
        before = bench.cpu_s()
        most = uvloop.run(load.run("most", connections, seconds))
        after = bench.cpu_s()
        steady = uvloop.run(load.run("steady", connections, seconds, rate=steady_rate))
        batch = uvloop.run(load.run("batch", 8, seconds, size=BATCH))
    jobs = max(1, int(str(most["accepted"])))
    cpu_us = {kind: round((after[kind] - before[kind]) / jobs * 1e6) for kind in after}
    return {"scenario": "submit", "most": most, "cpu_us_a_job": cpu_us, "steady": steady, "batch": batch}


class _Load:
    """A plain HTTP client on sockets: it shares the machine with what it measures, so it must cost little."""

    def __init__(self, api: str, token: str) -> None:
        at = urlsplit(api)
        self._host, self._port = at.hostname, at.port
        self._head = (
            f"HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        )

    async def run(self, name: str, connections: int, seconds: float, rate: int = 0, size: int = 0) -> Figures:
        """`rate` 0: as fast as it goes. `size` 0: one by one."""
        self._name, self._size, self._rate = name, size, rate
        self._sent, self._accepted, self._refused = 0, 0, 0
        self._times_ms: list[float] = []
        self._begin = time.monotonic()
        self._end = self._begin + seconds
        await asyncio.gather(*(self._connection() for _ in range(connections)))
        took = time.monotonic() - self._begin
        return {
            "accepted": self._accepted,
            "refused": self._refused,
            "per_s": round(self._accepted / took),
            "p50_ms": round(percentile(self._times_ms, 0.50), 1),
            "p99_ms": round(percentile(self._times_ms, 0.99), 1),
        }

    async def _connection(self) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        while True:
            self._sent += 1
            number = self._sent
            # Measured from when it should have been sent: a slow answer must not hide those it held up.
            due = self._begin + number / self._rate if self._rate else time.monotonic()
            if due >= self._end:
                break
            if due > time.monotonic():
                await asyncio.sleep(due - time.monotonic())
            writer.write(self._request(number))
            status, body = await _answer(reader)
            self._times_ms.append((time.monotonic() - due) * 1_000)
            self._count(status, body)
        writer.close()
        await writer.wait_closed()

    def _request(self, number: int) -> bytes:
        if self._size:
            jobs = [self._job(f"{number}-{n}") for n in range(self._size)]
            path, body = "/api/v1/jobs:batch", json.dumps({"jobs": jobs}).encode()
        else:
            path, body = "/api/v1/jobs", json.dumps(self._job(str(number))).encode()
        head = f"POST {path} {self._head}Content-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    def _job(self, number: str) -> dict[str, object]:
        return {"name": f"{self._name}-{number}", "handler": "bench.stamp", "payload": {"n": number}}

    def _count(self, status: int, body: bytes) -> None:
        if self._size:
            accepted = int(json.loads(body)["accepted"]) if status == 200 else 0
            self._accepted += accepted
            self._refused += self._size - accepted
        else:
            self._accepted += status == 201
            self._refused += status != 201


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r")[0])
    return int(head[9:12]), await reader.readexactly(length)
