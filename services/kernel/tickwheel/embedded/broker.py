"""One Kafka process of a cluster: starts, answers, stops, dies and comes back alone."""

import pathlib
import time

import msgspec

from tickwheel.embedded import java, logtail, ports, readiness
from tickwheel.embedded.errors import failed_start
from tickwheel.embedded.nodes import Node
from tickwheel.embedded.process import ProcessSpec, ServerProcess
from tickwheel.embedded.properties import render, server_properties
from tickwheel.embedded.restartable import Restartable

START_SECONDS = 60
POLL_SECONDS = 0.02


class BrokerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What all brokers of a cluster have in common."""

    cluster_id: str
    nodes: list[Node]
    jars: list[pathlib.Path]
    heap_mib: int
    jvm_flags: list[str]
    grace_seconds: float
    lock_descriptor: int
    remove_path: str | None
    security_protocol: str = "PLAINTEXT"
    properties: dict[str, str] = {}
    client_properties: dict[str, str] = {}


class Broker(Restartable):
    """One node. `start` returns when it answers; `kill`, `pause` and `resume` are for failure tests."""

    def __init__(self, node: Node, folder: pathlib.Path, settings: BrokerSettings) -> None:
        super().__init__()
        self.node = node
        self.log_path = folder / "kafka.log"
        self._folder = folder
        self._settings = settings
        self._log_offset = 0

    @property
    def name(self) -> str:
        return "Kafka" if len(self._settings.nodes) == 1 else f"Kafka broker {self.node.node_id}"

    @property
    def log_dir(self) -> pathlib.Path:
        return self._folder / "data"

    @property
    def properties_path(self) -> pathlib.Path:
        return self._folder / "server.properties"

    def write_properties(self) -> None:
        settings = self._settings
        self._folder.mkdir(parents=True, exist_ok=True)
        text = render(
            server_properties(
                self.node, settings.nodes, self.log_dir, settings.security_protocol, settings.properties
            )
        )
        self.properties_path.write_text(text, "utf-8")

    def start(self) -> None:
        """Start it and wait until the cluster counts it as alive. Does nothing when it runs."""
        if self.is_running():
            return
        self.launch()
        self.wait_until_listening()
        self.wait_until_alive({self.node.node_id})

    def launch(self) -> None:
        settings = self._settings
        self._log_offset = logtail.tail_offset(self.log_path)
        spec = ProcessSpec(
            argv=java.broker_command(
                settings.jars, settings.heap_mib, settings.jvm_flags, self.properties_path
            ),
            log_path=str(self.log_path),
            grace_seconds=settings.grace_seconds,
            remove_path=settings.remove_path,
        )
        self._process = ServerProcess(spec, settings.lock_descriptor)

    def wait_until_listening(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not ports.accepts(self.node.port):
            self._check(deadline)
            time.sleep(POLL_SECONDS)

    def wait_until_alive(self, node_ids: set[int]) -> None:
        """Wait until this broker's metadata names all of them."""
        deadline = time.monotonic() + START_SECONDS
        while not self._answering() >= node_ids:
            self._check(deadline)
            time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        self.ask_to_stop()
        self.join()

    def _answering(self) -> set[int]:
        settings = self._settings
        return readiness.answering_brokers(
            self.node.bootstrap, settings.cluster_id, settings.client_properties
        )

    def _check(self, deadline: float) -> None:
        if self.is_running() and time.monotonic() < deadline:
            return
        words = logtail.telling_line(logtail.lines_since(self.log_path, self._log_offset))
        raise failed_start("Kafka", words, self.log_path)
