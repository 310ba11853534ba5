"""When the process that started the servers is killed with -9, the servers go too, and their temporary files."""

import pathlib
import subprocess
import sys
import textwrap
import time

import psutil
import pytest

from tickwheel.embedded import EmbeddedPostgres

DEADLINE_SECONDS = 15
PARENT = """
    import pathlib, sys, time
    from tickwheel.embedded import EmbeddedKafka, EmbeddedPostgres
    kafka = EmbeddedKafka().start()
    postgres = EmbeddedPostgres(pathlib.Path(sys.argv[1])).start()
    print(kafka.brokers[0].pid, postgres.pid, kafka.brokers[0].log_path.parent, flush=True)
    time.sleep(600)
"""


@pytest.mark.kafka
@pytest.mark.postgres
def test_kill_9_of_the_parent_leaves_nothing_and_the_data_can_be_used_again(tmp_path: pathlib.Path) -> None:
    argv = [sys.executable, "-c", textwrap.dedent(PARENT), str(tmp_path / "postgres")]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        kafka_pid, postgres_pid, folder = parent.stdout.readline().split()
        family = psutil.Process(parent.pid).children(recursive=True)
        parent.kill()
    with EmbeddedPostgres(tmp_path / "postgres"):  # waits for the dying server instead of refusing
        wait_gone(family)
    assert {int(kafka_pid), int(postgres_pid)} <= {process.pid for process in family}
    assert not pathlib.Path(folder).exists()


def wait_gone(processes: list[psutil.Process]) -> None:
    deadline = time.monotonic() + DEADLINE_SECONDS
    while any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in processes):
        assert time.monotonic() < deadline
        time.sleep(0.02)
