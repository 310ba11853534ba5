"""A cluster's identity on disk: its id, and the formatting of each broker's folder before its first start."""

import base64
import pathlib
import subprocess
import uuid

from tickwheel.embedded import java, logtail
from tickwheel.embedded.broker import Broker, BrokerSettings
from tickwheel.embedded.errors import StartError
from tickwheel.runtime.fresh_ids import RandomIds

FORMAT_SECONDS = 60


def cluster_id(folder: pathlib.Path) -> str:
    """The id of the cluster that lives in this folder; made once, before anything is formatted."""
    path = folder / "cluster.id"
    if not path.exists():
        fresh = uuid.UUID(RandomIds().uuid())
        path.write_text(base64.urlsafe_b64encode(fresh.bytes).decode().rstrip("=") + "\n", "utf-8")
    return path.read_text("utf-8").strip()


def format_new(brokers: list[Broker], settings: BrokerSettings, archive: pathlib.Path | None = None) -> None:
    """Format the folders that were never used, all at once."""
    fresh = [broker for broker in brokers if not (broker.log_dir / "meta.properties").exists()]
    flags = java.using(archive)
    commands = [
        java.format_command(settings.jars, flags, settings.cluster_id, broker.properties_path)
        for broker in fresh
    ]
    running = [(broker, _run(command)) for broker, command in zip(fresh, commands, strict=True)]
    try:
        for broker, process in running:
            output, _ = process.communicate(timeout=FORMAT_SECONDS)
            if process.returncode != 0:
                words = logtail.telling_line(output.splitlines())
                raise StartError(f"Kafka could not format {broker.log_dir}: {words}; start with --reset.")
    finally:
        for _, process in running:
            process.kill()
            process.wait()


def _run(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
