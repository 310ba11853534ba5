"""A worker as people start it: the command line of docs/handlers.md, in a folder with their module."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.integration.worker.cluster import TestCluster
from tests.unit.worker.test_handlers_page import commands, example

from tickwheel.protocol.outcomes import AttemptOutcome

pytestmark = pytest.mark.kafka


def test_runs_the_jobs_of_a_module_and_ends_by_itself_when_it_has_done_its_share(
    kafka_bootstrap: str, topic_prefix: str, tmp_path: Path
) -> None:
    cluster = TestCluster(kafka_bootstrap, topic_prefix)
    (tmp_path / "billing.py").write_text(example("# billing.py"))
    [line] = [each for each in commands() if "worker billing:app" in each and "--dry-run" not in each]
    for number in range(3):
        cluster.dispatch(f"i{number}", handler="billing.invoice", payload=f'{{"number": {number}}}')
    cluster.flush()
    environment = {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "TICKWHEEL_KAFKA_BOOTSTRAP": kafka_bootstrap,
        "TICKWHEEL_KAFKA_TOPIC_PREFIX": topic_prefix,
        "TICKWHEEL_KAFKA_PARTITIONS": str(cluster.kafka.partitions),
        "TICKWHEEL_KAFKA_MAILBOXES": str(cluster.kafka.mailboxes),
        "TICKWHEEL_KAFKA_REPLICATION": "1",
        "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
        "TICKWHEEL_WORKER_MAX_JOBS": "3",
    }
    argv = ["/bin/sh", "-c", f"exec {line}"]
    ran = subprocess.run(
        argv, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "Drains and ends, to be started anew by its supervisor" in ran.stderr
    ended = cluster.read(cluster.topics.outcomes, AttemptOutcome, lambda seen: len(seen) >= 3)
    assert sorted(outcome.result for outcome in ended) == ['{"sent":0}', '{"sent":1}', '{"sent":2}']
