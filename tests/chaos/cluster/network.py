"""The network between services and servers, and among brokers, as its proxy's parent sees it: cut it, and heal it."""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Literal

import msgspec
from tests.chaos.cluster import proxy

from tickwheel.embedded import ports
from tickwheel.embedded.nodes import Node

Cut = Literal["frozen", "deaf", "refused"]

POSTGRES = "postgres"


class Route(msgspec.Struct, frozen=True):
    zone: str
    server: str
    listen: int
    to: int


class Network:
    """Each zone sees the brokers and Postgres through ports of its own, and the brokers see each other through others."""

    def __init__(self, brokers: Sequence[Node], postgres_port: int, zones: tuple[str, ...]) -> None:
        self._routes = [
            Route(door.name, f"broker-{node.node_id}", door.advertised_port, door.port)
            for node in brokers
            for door in node.doors
        ]
        for zone, listen in zip(zones, ports.free_ports(len(zones)), strict=True):
            self._routes.append(Route(zone, POSTGRES, listen, postgres_port))
        argv = [sys.executable, proxy.__file__, msgspec.json.encode(self._routes).decode()]
        self._process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._talking = threading.Lock()
        self._hear()

    def bootstrap(self, zone: str) -> str:
        listening = [r.listen for r in self._routes if r.zone == zone and r.server != POSTGRES]
        return ",".join(f"127.0.0.1:{port}" for port in listening)

    def postgres_port(self, zone: str) -> int:
        [route] = [r for r in self._routes if r.zone == zone and r.server == POSTGRES]
        return route.listen

    def cut(self, zone: str, how: Cut, server: str = "*") -> None:
        self._tell(f"{how} {zone} {server}")

    def heal(self, zone: str, server: str = "*") -> None:
        self._tell(f"open {zone} {server}")

    def close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _tell(self, line: str) -> None:
        with self._talking:
            assert self._process.stdin is not None
            self._process.stdin.write(line + "\n")
            self._hear()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        assert said == "done", f"the proxy said {said!r}: {json.dumps(self._process.args)}"
