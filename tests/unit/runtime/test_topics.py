"""The topics of a cluster, on the log in memory: what is refused, and with which remedy."""

import pytest

from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, ClusterError, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.log import MemoryLog
from tickwheel.runtime.log.topic import Topic
from tickwheel.runtime.topics import ClusterTopics, keeps

NAMES = Topics("t.")
LAYOUT = Layout(partitions=4, mailboxes=3, namespace="default")
CODEC = Codec()


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog(MemoryBroker(ManualClock()), "topics-test")


def cluster_topics(log: MemoryLog, layout: Layout = LAYOUT) -> ClusterTopics:
    cluster = Cluster(log, NAMES, CODEC, clock=ManualClock())
    return ClusterTopics(log.admin(), NAMES, cluster, layout)


def test_a_service_starts_on_the_cluster_that_was_applied(log: MemoryLog) -> None:
    applied = cluster_topics(log).apply()
    assert applied.cluster.partitions == 4
    assert cluster_topics(log).check() == applied.cluster
    assert cluster_topics(log).verify() == []


def test_refuses_to_start_on_nothing(log: MemoryLog) -> None:
    with pytest.raises(ClusterError, match="run `tickwheel topics apply`"):
        cluster_topics(log).check()


def test_refuses_another_number_of_partitions_and_leaves_the_topics_alone(log: MemoryLog) -> None:
    cluster_topics(log).apply()
    before = log.admin().list_topics()
    other = cluster_topics(log, Layout(partitions=8, mailboxes=3, namespace="default"))
    with pytest.raises(ClusterError, match="set TICKWHEEL_KAFKA_PARTITIONS=4"):
        other.apply(["gpu"])
    assert log.admin().list_topics() == before


def test_refuses_to_start_when_a_topic_is_missing_and_names_it(log: MemoryLog) -> None:
    cluster_topics(log).apply()
    log.admin().delete_topics([NAMES.signals])
    with pytest.raises(ClusterError, match=r"t\.signals: expected topic to exist, found none: run"):
        cluster_topics(log).check()


def test_every_topic_has_the_copies_that_the_settings_say(log: MemoryLog) -> None:
    layout = Layout(partitions=4, mailboxes=3, namespace="default", replication=3, min_insync=2)
    cluster_topics(log, layout).apply()
    for topic in log.admin().describe_topics(log.admin().list_topics()).values():
        assert (topic.replication, topic.config["min.insync.replicas"]) == (3, "2")


def test_a_setting_that_differs_is_listed_and_mended(log: MemoryLog) -> None:
    cluster_topics(log).apply()
    log.admin().alter_topic_config(NAMES.events, {"retention.ms": "1000"})
    (difference,) = cluster_topics(log).verify()
    assert (difference.topic, difference.what) == (NAMES.events, "retention.ms")
    assert (difference.declared, difference.found) == ("-1", "1000")
    assert cluster_topics(log).apply().altered == (NAMES.events,)
    assert cluster_topics(log).verify() == []


def test_a_topic_of_somebody_else_under_the_prefix_is_left_alone(log: MemoryLog) -> None:
    log.admin().create_topics([Topic("t.executions.notes", 1, 1, {})])
    topics = cluster_topics(log)
    topics.apply()
    assert topics.queues() == ["default"]


def test_tells_in_words_how_long_a_topic_keeps_its_records() -> None:
    told = {topic.name: keeps(topic) for topic in NAMES.declared()}
    assert told[NAMES.events] == "for ever"
    assert told[NAMES.state] == "the latest of each key"
    assert told[NAMES.control] == "1 day"
    assert told[NAMES.handler_stats] == "1 hour"
    assert told[NAMES.quarantine] == "30 days"
