"""Topics on a real broker: created once, checked at every start, compared with what is declared."""

import json
import os
import subprocess
import sys
from threading import Thread

import pytest

from tickwheel.protocol.cluster import ClusterInitialised
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster, ClusterError, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka.log import KafkaLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.topic import Topic
from tickwheel.runtime.topics import ClusterTopics

pytestmark = pytest.mark.kafka

LAYOUT = Layout(partitions=4, mailboxes=3, namespace="default")


@pytest.fixture
def log(kafka_bootstrap: str) -> KafkaLog:
    return KafkaLog(kafka_bootstrap, "topics-test")


@pytest.fixture
def names(topic_prefix: str) -> Topics:
    return Topics(topic_prefix)


def cluster_topics(log: KafkaLog, names: Topics, layout: Layout = LAYOUT) -> ClusterTopics:
    return ClusterTopics(log.admin(), names, Cluster(log, names, Codec()), layout)


def test_apply_creates_every_declared_topic_and_fixes_p(log: KafkaLog, names: Topics) -> None:
    topics = cluster_topics(log, names)
    done = topics.apply()
    assert sorted(done.created) == sorted(topic.name for topic in names.declared())
    assert (done.cluster.partitions, done.cluster.mailboxes) == (4, 3)
    found = log.admin().describe_topics([names.events, names.executions("default", "low"), names.cluster])
    assert [found[name].partitions for name in found] == [4, 3, 1]
    assert found[names.events].config["retention.ms"] == "-1"
    assert topics.verify() == []
    assert topics.check() == done.cluster


def test_apply_again_changes_nothing_and_keeps_the_record(log: KafkaLog, names: Topics) -> None:
    first = cluster_topics(log, names).apply()
    again = cluster_topics(log, names).apply()
    assert (again.created, again.altered) == ((), ())
    assert again.cluster == first.cluster


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (
            Layout(partitions=8, mailboxes=3, namespace="default"),
            r"partitions=4, the settings say 8: set TICKWHEEL_KAFKA_PARTITIONS=4",
        ),
        (Layout(partitions=4, mailboxes=9, namespace="default"), r"TICKWHEEL_KAFKA_MAILBOXES=3"),
        (Layout(partitions=4, mailboxes=3, namespace="other"), r"TICKWHEEL_KAFKA_NAMESPACE=default"),
    ],
)
def test_refuses_to_start_on_a_cluster_of_another_shape(
    log: KafkaLog, names: Topics, other: Layout, sentence: str
) -> None:
    cluster_topics(log, names).apply()
    with pytest.raises(ClusterError, match=sentence):
        cluster_topics(log, names, other).check()
    with pytest.raises(ClusterError, match=sentence):
        cluster_topics(log, names, other).apply()


def test_refuses_to_start_before_the_cluster_is_initialised(log: KafkaLog, names: Topics) -> None:
    with pytest.raises(ClusterError, match="run `tickwheel topics apply`"):
        cluster_topics(log, names).check()


def test_refuses_to_start_when_a_topic_has_other_partitions_than_fixed(log: KafkaLog, names: Topics) -> None:
    topics = cluster_topics(log, names)
    log.admin().create_topics([Topic(names.events, 7, 1, {})])
    topics.apply()
    with pytest.raises(ClusterError, match=r"events: expected partitions 4, found 7"):
        topics.check()


def test_the_first_record_counts_when_two_initialise_at_once(log: KafkaLog, names: Topics) -> None:
    cluster_topics(log, names)._create(names.declared())
    layouts = [Layout(partitions=p, mailboxes=3, namespace="default") for p in (4, 5, 6)]
    writers = [Thread(target=Cluster(log, names, Codec())._write, args=(layout,)) for layout in layouts]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    agreed = {Cluster(log, names, Codec()).initialise(layout).partitions for layout in layouts}
    assert len(agreed) == 1
    place = TopicPartition(names.cluster, 0)
    reader = log.consumer(None)
    try:
        assert reader.watermarks(place) == (0, 3)
        reader.assign({place: BEGINNING})
        (first,) = reader.poll(1, 15)
    finally:
        reader.close()
    assert Codec().decode(first.value or b"", ClusterInitialised).partitions in agreed


def test_verify_lists_every_difference_and_apply_mends_what_it_can(log: KafkaLog, names: Topics) -> None:
    topics = cluster_topics(log, names)
    log.admin().create_topics([Topic(names.events, 2, 1, {"retention.ms": "1000"})])
    found = {(each.topic, each.what): each for each in topics.verify()}
    assert found[names.events, "partitions"].found == "2"
    assert found[names.events, "retention.ms"].declared == "-1"
    assert found[names.state, "topic"].remedy == "run `tickwheel topics apply`"
    assert names.events in topics.apply().altered
    assert [each.what for each in topics.verify()] == ["partitions"]


def test_a_queue_gets_its_mailboxes_on_demand(log: KafkaLog, names: Topics) -> None:
    topics = cluster_topics(log, names)
    topics.apply()
    topics.ensure_queue("gpu")
    topics.ensure_queue("gpu")
    assert topics.queues() == ["default", "gpu"]
    assert topics.verify() == []
    assert names.executions("gpu", "critical") in {each.topic for each in topics.describe()}


def test_the_command_line_applies_verifies_and_describes(kafka_bootstrap: str, topic_prefix: str) -> None:
    environment = {
        **os.environ,
        "TICKWHEEL_KAFKA_BOOTSTRAP": kafka_bootstrap,
        "TICKWHEEL_KAFKA_TOPIC_PREFIX": topic_prefix,
        "TICKWHEEL_KAFKA_REPLICATION": "1",
        "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
        "TICKWHEEL_KAFKA_PARTITIONS": "2",
    }

    def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-m", "tickwheel.cli", "topics", *arguments]
        return subprocess.run(
            argv, env={**environment, **more}, capture_output=True, text=True, timeout=120, check=False
        )

    assert run("verify").returncode == 1
    assert f"{topic_prefix}events" in run("apply", "--queue", "gpu").stdout
    assert run("verify").stdout == "All topics are as declared.\n"
    rows = {row["topic"]: row for row in json.loads(run("describe", "-o", "json").stdout)}
    assert rows[f"{topic_prefix}events"]["partitions"] == 2
    assert f"{topic_prefix}executions.gpu.low" in rows
    refused = run("apply", TICKWHEEL_KAFKA_PARTITIONS="3")
    assert refused.returncode == 1
    assert refused.stderr.startswith("tickwheel: this cluster was initialised with partitions=2")
