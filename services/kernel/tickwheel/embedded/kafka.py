"""A real Kafka on this machine, without Docker: one broker, or three for failure tests. For development and tests.

with EmbeddedKafka(pathlib.Path(".tickwheel/kafka")) as kafka:
    Producer({"bootstrap.servers": kafka.bootstrap})
"""

import pathlib
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from tickwheel.embedded import java, nodes, ports, readiness, storage
from tickwheel.embedded.archive import ensure_archive
from tickwheel.embedded.broker import Broker, BrokerSettings
from tickwheel.embedded.datadir import DataDir
from tickwheel.embedded.errors import PortBusyError
from tickwheel.embedded.jars import ensure_jars
from tickwheel.embedded.nodes import Node
from tickwheel.embedded.progress import Progress, silent

DATA_FORMAT = "kafka 4 layout 1 brokers {count}"
HEAP_MIB = 512
# How long an orderly end may take. An ephemeral broker has nothing to put in order.
GRACE_SECONDS = 6.0
# A port that was free a moment ago may be taken when the broker binds it.
START_ATTEMPTS = 3


class EmbeddedKafka:
    """Start, use `bootstrap`, stop. Stopping twice is fine; starting again keeps data and ports."""

    def __init__(
        self,
        data_dir: pathlib.Path | None = None,
        *,
        broker_count: int = 1,
        port: int | None = None,
        doors: Sequence[str] = (),
        on_doors: Callable[[Sequence[Node]], None] | None = None,
        reset: bool = False,
        heap_mib: int = HEAP_MIB,
        properties: Mapping[str, str] | None = None,
        security_protocol: str = "PLAINTEXT",
        client_properties: Mapping[str, str] | None = None,
        cache_dir: pathlib.Path | None = None,
        progress: Progress = silent,
    ) -> None:
        """No `data_dir` means ephemeral: everything is gone after `stop`.

        `properties` are broker settings that win over ours. With another `security_protocol` than PLAINTEXT
        give also the `client_properties` with which the start can ask the broker whether it is ready.
        `doors` name further listeners that a proxy of yours stands in front of, see `nodes.Door`. `on_doors` is called
        when their ports are known and before a broker starts: the brokers may talk through such a door themselves.
        """
        self._data = DataDir(data_dir, "Kafka", DATA_FORMAT.format(count=broker_count), reset=reset)
        self._broker_count = broker_count
        self._port = port
        self._doors = tuple(doors)
        self._on_doors = on_doors
        self._heap_mib = heap_mib
        self._properties = dict(properties or {})
        self._security_protocol = security_protocol
        self._client_properties = dict(client_properties or {})
        self._cache_dir = cache_dir
        self._progress = progress
        self._nodes: list[Node] = []
        self.brokers: list[Broker] = []

    @property
    def bootstrap(self) -> str:
        """The value for `bootstrap.servers`."""
        return ",".join(node.bootstrap for node in self._nodes)

    def start(self) -> Self:
        """Return when every broker answers. Does nothing when it runs already."""
        if self.brokers:
            return self
        self._data.open()
        try:
            if self._port is not None:
                ports.claim(self._port, "Kafka")
            jars = ensure_jars(self._cache_dir, progress=self._progress)
            archive = ensure_archive(jars, self._cache_dir, self._progress)
            self._start_on_free_ports(jars, archive)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """End every broker and free the data directory. Fast, and fine to call twice."""
        self._end_brokers()
        self._data.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start_on_free_ports(self, jars: list[pathlib.Path], archive: pathlib.Path | None) -> None:
        for attempt in range(1, START_ATTEMPTS + 1):
            self._nodes = self._choose_nodes()
            if self._on_doors is not None:
                self._on_doors(self._nodes)
            try:
                self._start_brokers(jars, archive)
            except PortBusyError:
                self._end_brokers()
                self._nodes = []
                if attempt == START_ATTEMPTS or self._port is not None:
                    raise
            else:
                return

    def _start_brokers(self, jars: list[pathlib.Path], archive: pathlib.Path | None) -> None:
        settings = self._settings(jars, archive)
        self.brokers = [Broker(node, self._folder(node), settings) for node in self._nodes]
        for broker in self.brokers:
            broker.write_properties()
        storage.format_new(self.brokers, settings, archive)
        for broker in self.brokers:
            broker.launch()
        for broker in self.brokers:
            broker.wait_until_listening()
        nodes.remember(self._data.path, self._nodes)
        everyone = {node.node_id for node in self._nodes}
        for broker in self.brokers:
            broker.wait_until_alive(everyone)
        readiness.wait_for_coordinators(self.bootstrap, self._client_properties)

    def _end_brokers(self) -> None:
        for broker in self.brokers:
            broker.ask_to_stop()
        for broker in self.brokers:
            broker.join()
        self.brokers = []

    def _choose_nodes(self) -> list[Node]:
        """The nodes of the last start while their ports are free, so that clients find the broker again."""
        last = self._nodes or nodes.recall(self._data.path)
        wanted = self._port or (last[0].port if last else None)
        if self._fits(last) and last[0].port == wanted and nodes.are_free(last):
            return last
        return nodes.choose(self._broker_count, self._port, self._doors)

    def _fits(self, last: list[Node]) -> bool:
        doors = {tuple(door.name for door in node.doors) for node in last}
        return len(last) == self._broker_count and doors == {self._doors}

    def _folder(self, node: Node) -> pathlib.Path:
        if self._broker_count == 1:
            return self._data.path
        return self._data.path / f"broker-{node.node_id}"

    def _settings(self, jars: list[pathlib.Path], archive: pathlib.Path | None) -> BrokerSettings:
        return BrokerSettings(
            cluster_id=storage.cluster_id(self._data.path),
            nodes=self._nodes,
            jars=jars,
            heap_mib=self._heap_mib,
            jvm_flags=java.using(archive),
            security_protocol=self._security_protocol,
            properties=self._properties,
            client_properties=self._client_properties,
            grace_seconds=0 if self._data.ephemeral else GRACE_SECONDS,
            lock_descriptor=self._data.lock_descriptor,
            remove_path=self._data.remove_path,
        )
