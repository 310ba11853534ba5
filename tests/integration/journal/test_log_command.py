"""`tickwheel log` on a real Kafka: what was written in transactions is replayed, folded and proved."""

import json
import os
import subprocess
import sys

import pytest
from tests.histories import History
from tests.ledger import PARTITIONS, Ledger

from tickwheel.cli.instants import show_instant
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.scheduler import state_records

pytestmark = pytest.mark.kafka


@pytest.fixture
def ledger(kafka_bootstrap: str, topic_prefix: str) -> Ledger:
    log, topics, codec = KafkaLog(kafka_bootstrap, "test"), Topics(topic_prefix), Codec()
    layout = Layout(partitions=PARTITIONS, mailboxes=1, namespace="default")
    ClusterTopics(log.admin(), topics, Cluster(log, topics, codec), layout).apply()
    return Ledger(log, topic_prefix)


@pytest.fixture
def daily(ledger: Ledger) -> History:
    history = History("daily").created()
    history.ran()
    history.claimed(history.due())
    ledger.write(history.events, History("other", start_ms=history.now_ms).created().events)
    return history


def tickwheel(ledger: Ledger, bootstrap: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TICKWHEEL_KAFKA_BOOTSTRAP": bootstrap}
    environment["TICKWHEEL_KAFKA_TOPIC_PREFIX"] = ledger.topics.prefix
    argv = [sys.executable, "-m", "tickwheel.cli", "log", *arguments]
    return subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False, env=environment)


def test_replays_a_job_from_a_time_as_lines_of_json(
    ledger: Ledger, daily: History, kafka_bootstrap: str
) -> None:
    since = show_instant(daily.events[4].at_ms)
    done = tickwheel(ledger, kafka_bootstrap, "replay", "--job", "daily", "--from", since, "-o", "json")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["sequence"] for line in lines] == [5, 6, 7, 8]
    assert lines[0]["type"] == "ExecutionCompleted"
    assert lines[0]["result"] == '{"rows": 3}'


def test_shows_a_job_as_it_was(ledger: Ledger, daily: History, kafka_bootstrap: str) -> None:
    then = show_instant(daily.events[3].at_ms)
    done = tickwheel(ledger, kafka_bootstrap, "state", "--job", "daily", "--at", then, "-o", "json")
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert (shown["status"], shown["sequence"], shown["definition"]["name"]) == ("RUNNING", 4, "daily")
    assert [each["status"] for each in shown["executions"]] == ["RUNNING"]
    never = tickwheel(ledger, kafka_bootstrap, "state", "--job", "never-made")
    assert never.returncode == 1
    assert "no job never-made now" in never.stderr


def test_proves_the_state_and_names_what_is_wrong(
    ledger: Ledger, daily: History, kafka_bootstrap: str
) -> None:
    well = tickwheel(ledger, kafka_bootstrap, "verify")
    assert well.returncode == 0, well.stdout + well.stderr
    assert "The events have no gap" in well.stdout
    ledger.write_state(state_records.job_key(daily.job_id), None)
    ill = tickwheel(ledger, kafka_bootstrap, "verify")
    assert ill.returncode == 1
    assert f"job {daily.job_id} is in the journal, but not in the state" in ill.stdout


def test_makes_a_lost_state_anew(ledger: Ledger, daily: History, kafka_bootstrap: str) -> None:
    ledger.write_state(state_records.job_key(daily.job_id), None)
    done = tickwheel(ledger, kafka_bootstrap, "rebuild-state", "-o", "json")
    assert done.returncode == 0, done.stderr
    assert sum(each["written"] for each in json.loads(done.stdout)) == 1
    assert ledger.faults() == []
