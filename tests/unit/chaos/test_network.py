"""The proxy that chaos runs cut: open it passes everything, frozen nothing, deaf no answers, refused it breaks connections."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest
from tests.chaos.cluster.proxy import ClientSide, Route

from tickwheel.embedded import ports


class Echo:
    """A server that says what it hears."""

    def __init__(self) -> None:
        self.heard: SimpleQueue[bytes] = SimpleQueue()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._echo, args=(peer,), daemon=True).start()

    def _echo(self, peer: socket.socket) -> None:
        with peer:
            while data := _read(peer):
                self.heard.put(data)
                peer.sendall(data)

    def close(self) -> None:
        self._server.close()


def _read(peer: socket.socket) -> bytes:
    try:
        return peer.recv(1_024)
    except ConnectionError:
        return b""


class Proxy:
    """One route, in a loop of its own."""

    def __init__(self, echo: Echo) -> None:
        [listen] = ports.free_ports(1)
        self.echo = echo
        self.route = Route("A", "echo", listen, echo.port)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(5)

    async def _listen(self) -> asyncio.Server:
        return await self._loop.create_server(lambda: ClientSide(self.route), "127.0.0.1", self.route.listen)

    def become(self, state: str) -> None:
        async def change() -> None:
            self.route.become(state)

        asyncio.run_coroutine_threadsafe(change(), self._loop).result(5)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.route.listen), timeout=5)

    def close(self) -> None:
        self.become("refused")
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    echo = Echo()
    proxy = Proxy(echo)
    yield proxy
    proxy.close()
    echo.close()


def say(client: socket.socket, data: bytes, timeout_s: float = 5.0) -> bytes:
    client.sendall(data)
    client.settimeout(timeout_s)
    return client.recv(1_024)


def test_passes_on_what_is_said(proxy: Proxy) -> None:
    with proxy.connect() as client:
        assert say(client, b"hello") == b"hello"


def test_frozen_it_is_silent_and_healed_it_goes_on_with_what_was_said(proxy: Proxy) -> None:
    with proxy.connect() as client:
        assert say(client, b"before") == b"before"
        proxy.become("frozen")
        with pytest.raises(TimeoutError):
            say(client, b"meanwhile", timeout_s=0.2)
        proxy.become("open")
        client.settimeout(5)
        assert client.recv(1_024) == b"meanwhile"


def test_deaf_it_passes_what_is_said_and_keeps_the_answer_until_it_is_healed(proxy: Proxy) -> None:
    with proxy.connect() as client:
        assert say(client, b"before") == b"before"
        assert proxy.echo.heard.get(timeout=5) == b"before"
        proxy.become("deaf")
        with pytest.raises(TimeoutError):
            say(client, b"meanwhile", timeout_s=0.2)
        assert proxy.echo.heard.get(timeout=5) == b"meanwhile"
        proxy.become("open")
        client.settimeout(5)
        assert client.recv(1_024) == b"meanwhile"


def test_whoever_comes_while_it_is_frozen_is_served_when_it_is_healed(proxy: Proxy) -> None:
    proxy.become("frozen")
    with proxy.connect() as client:
        client.sendall(b"early")
        proxy.become("open")
        client.settimeout(5)
        assert client.recv(1_024) == b"early"


def test_refused_it_breaks_connections(proxy: Proxy) -> None:
    with proxy.connect() as client:
        assert say(client, b"before") == b"before"
        proxy.become("refused")
        client.settimeout(5)
        assert _read(client) == b""  # closed or reset
