"""The servers that the peers keep their jobs in: Redis as Debian packs it, and our embedded Postgres, both durable."""

import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Self

START_S = 10.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ensure_redis() -> None:
    if shutil.which("redis-server") is None:
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "redis-server"], check=True, stdout=subprocess.DEVNULL
        )


class Redis:
    """Append-only file, flushed every second: what its documentation recommends for data that matters."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> Self:
        ensure_redis()
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder),
             "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        deadline = time.monotonic() + START_S
        while not self._answers():
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("redis-server did not start")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True
