"""The embedded broker: keeps its data, guards it, says what is wrong, and leaves nothing behind."""

import pathlib
import socket

import psutil
import pytest
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from tickwheel.embedded import EmbeddedKafka, download
from tickwheel.embedded.errors import DataInUseError, PortBusyError, StartError
from tickwheel.embedded.lockfile import Jar
from tickwheel.runtime.fresh_ids import RandomIds

pytestmark = pytest.mark.kafka


def topics(bootstrap: str) -> set[str]:
    admin = AdminClient({"bootstrap.servers": bootstrap})
    return {name for name in admin.list_topics(timeout=10).topics if not name.startswith("__")}


def create_topic(bootstrap: str, name: str) -> None:
    admin = AdminClient({"bootstrap.servers": bootstrap})
    admin.create_topics([NewTopic(name, 1, 1)])[name].result(10)


def refuse_to_download(jar: Jar, *_: object) -> pathlib.Path:
    raise AssertionError(f"went to the network for {jar.coordinates}")


def test_a_restart_keeps_data_and_port_and_needs_no_network(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, kafka_bootstrap: str
) -> None:
    assert kafka_bootstrap  # a broker has run, so the jars are cached
    monkeypatch.setattr(download, "fetch", refuse_to_download)
    with EmbeddedKafka(tmp_path / "kafka") as first:
        create_topic(first.bootstrap, "kept")
        address = first.bootstrap
    with EmbeddedKafka(tmp_path / "kafka") as second:
        assert second.bootstrap == address
        assert topics(second.bootstrap) == {"kept"}
        with pytest.raises(DataInUseError, match="in use by process"):
            EmbeddedKafka(tmp_path / "kafka").start()
        assert topics(second.bootstrap) == {"kept"}


def test_stop_leaves_neither_process_nor_file_of_an_ephemeral_broker() -> None:
    kafka = EmbeddedKafka().start()
    pid, folder = kafka.brokers[0].pid, kafka.brokers[0].log_path.parent
    assert pid is not None
    assert folder.exists()
    kafka.stop()
    kafka.stop()
    assert not psutil.pid_exists(pid)
    assert not folder.exists()


def test_a_busy_port_is_refused_by_number(tmp_path: pathlib.Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortBusyError, match=f"Port {port} for Kafka is taken: .* choose another port"):
            EmbeddedKafka(tmp_path / "kafka", port=port).start()


def test_a_broker_that_cannot_start_is_quoted(tmp_path: pathlib.Path) -> None:
    kafka = EmbeddedKafka(tmp_path / "kafka", properties={"num.io.threads": "none"})
    with pytest.raises(StartError, match=r"none.*num\.io\.threads"):
        kafka.start()


def test_starts_whatever_its_id_begins_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomIds, "uuid", lambda _: "f8000000-0000-4000-8000-000000000000")
    with EmbeddedKafka() as kafka:
        [folder] = {broker.log_dir for broker in kafka.brokers}
        assert "cluster.id=-" in (folder / "meta.properties").read_text()
