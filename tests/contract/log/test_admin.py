"""Topics are created, described, changed and deleted; the effect can be seen when the call returns."""

from tests.contract.log.harness import Harness

from tickwheel.runtime.log.topic import Topic


def test_a_created_topic_can_be_described(harness: Harness) -> None:
    name = harness.topic("state", 3, **{"cleanup.policy": "compact", "segment.ms": "60000"})

    topic = harness.log.admin().describe_topics([name])[name]

    assert (topic.name, topic.partitions, topic.replication) == (name, 3, 1)
    assert topic.config["cleanup.policy"] == "compact"
    assert topic.config["segment.ms"] == "60000"


def test_creating_an_existing_topic_leaves_it_as_it_is(harness: Harness) -> None:
    name = harness.topic("records", 3)

    harness.log.admin().create_topics([Topic(name, 5, 1, {})])

    assert harness.log.admin().describe_topics([name])[name].partitions == 3


def test_only_existing_topics_are_described_and_listed(harness: Harness) -> None:
    name, missing = harness.topic("records"), harness.name("missing")

    assert list(harness.log.admin().describe_topics([name, missing])) == [name]
    listed = harness.log.admin().list_topics()
    assert name in listed
    assert missing not in listed


def test_a_change_of_settings_shows_and_leaves_the_others(harness: Harness) -> None:
    name = harness.topic("records", 1, **{"retention.ms": "1000", "cleanup.policy": "compact"})

    harness.log.admin().alter_topic_config(name, {"retention.ms": "2000"})

    config = harness.log.admin().describe_topics([name])[name].config
    assert (config["retention.ms"], config["cleanup.policy"]) == ("2000", "compact")


def test_a_deleted_topic_is_gone_and_may_be_deleted_again(harness: Harness) -> None:
    name = harness.topic("records")

    harness.log.admin().delete_topics([name])
    harness.log.admin().delete_topics([name])

    assert harness.log.admin().describe_topics([name]) == {}
