"""The demonstration's own worker: a process beside the stack, with the handlers of the demonstration."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tickwheel.client import Client
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.kafka import KafkaLog

HANDLERS = "tickwheel.demo.handlers:app"
INSTANCE = "demo-worker"
READY_SECONDS = 60
LOOK_SECONDS = 0.1
STOP_SECONDS = 15


class WorkerLostError(Fault):
    """The worker did not come up."""


def settings_of(bootstrap: str) -> dict[str, str]:
    """The worker must know how the cluster was laid out; the cluster tells."""
    fixed = Cluster(KafkaLog(bootstrap, "tickwheel-demo"), Topics(), Codec()).require()
    return {
        "TICKWHEEL_KAFKA_BOOTSTRAP": bootstrap,
        "TICKWHEEL_KAFKA_PARTITIONS": str(fixed.partitions),
        "TICKWHEEL_KAFKA_MAILBOXES": str(fixed.mailboxes),
        "TICKWHEEL_KAFKA_NAMESPACE": fixed.namespace,
    }


@contextmanager
def running(client: Client, settings: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """From when its handlers are known until the block ends."""
    environment = {
        **os.environ,
        **settings,
        "TICKWHEEL_WORKER_INSTANCE_ID": INSTANCE,
        "TICKWHEEL_METRICS_PORT": "0",
        "TICKWHEEL_LOGS_LEVEL": "warning",
    }
    process = subprocess.Popen([sys.executable, "-m", "tickwheel.worker", HANDLERS], env=environment)
    try:
        _wait_until_known(client, process)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_known(client: Client, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not _is_known(client):
        if process.poll() is not None or time.monotonic() > deadline:
            raise WorkerLostError("the worker of the demonstration did not start: see what it wrote above")
        time.sleep(LOOK_SECONDS)


def _is_known(client: Client) -> bool:
    return any(worker["instance"] == INSTANCE for worker in client.list_workers()["items"])
