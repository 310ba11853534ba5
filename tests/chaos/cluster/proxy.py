"""A TCP proxy that can be cut: a process of its own between a zone of services and the servers it talks to.

    services of zone A ──> 127.0.0.1:<listen> ──> 127.0.0.1:<to>  broker or Postgres

Started with its routes as JSON. Lines it reads: `<state> <zone> <server or *>`. It answers each with `done`, and ends when
its parent does. The states:

open      everything passes
frozen    connections stay and nothing passes, as when a cable is pulled
deaf      what services say arrives, and no answer comes back: requests are carried out, and nobody knows
refused   connections break at once
"""

import asyncio
import json
import sys
from collections.abc import Iterable

State = str


class Route:
    """One port, and the connections that go through it."""

    def __init__(self, zone: str, server: str, listen: int, to: int) -> None:
        self.zone = zone
        self.server = server
        self.listen = listen
        self.to = to
        self.state: State = "open"
        self.connections: set[Connection] = set()

    def become(self, state: State) -> None:
        self.state = state
        for connection in list(self.connections):
            connection.obey()


class Connection:
    """A client and, once the route was open, its server."""

    def __init__(self, route: Route, client: asyncio.Transport) -> None:
        self.route = route
        self._client = client
        self._server: asyncio.Transport | None = None
        self._connecting = False
        self._early: list[bytes] = []
        self._tasks: set[asyncio.Task[None]] = set()
        route.connections.add(self)
        self.obey()

    def obey(self) -> None:
        """Do what the route's state asks of a connection."""
        if self.route.state == "refused":
            self.end()
        elif self.route.state == "frozen":
            self._each("pause_reading")
        else:
            self._each("resume_reading")
            if self.route.state == "deaf" and self._server is not None:
                self._server.pause_reading()
            if self._server is None and not self._connecting:
                self._connecting = True
                task = asyncio.ensure_future(self._connect())
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def from_client(self, data: bytes) -> None:
        if self._server is None:
            self._early.append(data)
        else:
            self._server.write(data)

    def from_server(self, data: bytes) -> None:
        self._client.write(data)

    def end(self) -> None:
        self.route.connections.discard(self)
        self._each("abort")

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            transport, _ = await loop.create_connection(lambda: ServerSide(self), "127.0.0.1", self.route.to)
        except OSError:
            self.end()
            return
        self._server = transport
        if self not in self.route.connections:
            transport.abort()
            return
        for data in self._early:
            transport.write(data)
        self._early.clear()
        self.obey()

    def _each(self, act: str) -> None:
        for transport in (self._client, self._server):
            if transport is not None and not transport.is_closing():
                getattr(transport, act)()


class ClientSide(asyncio.Protocol):
    def __init__(self, route: Route) -> None:
        self._route = route
        self._connection: Connection | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            self._connection = Connection(self._route, transport)

    def data_received(self, data: bytes) -> None:
        if self._connection is not None:
            self._connection.from_client(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self._connection.end()


class ServerSide(asyncio.Protocol):
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def data_received(self, data: bytes) -> None:
        self._connection.from_server(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.end()


def _obey(routes: Iterable[Route], line: str) -> None:
    state, zone, server = line.split()
    for route in routes:
        if route.zone == zone and server in ("*", route.server):
            route.become(state)


async def _serve(routes: list[Route]) -> None:
    loop = asyncio.get_running_loop()
    for route in routes:
        await loop.create_server(lambda route=route: ClientSide(route), "127.0.0.1", route.listen)  # type: ignore[misc]
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    sys.stdout.write("done\n")
    sys.stdout.flush()
    while line := await orders.readline():
        _obey(routes, line.decode())
        sys.stdout.write("done\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_serve([Route(**route) for route in json.loads(sys.argv[1])]))
