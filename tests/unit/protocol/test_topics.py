"""What is declared about topics holds together."""

from tickwheel.protocol.catalogue import MESSAGES, PARTS
from tickwheel.protocol.routing import LANES
from tickwheel.protocol.topics import Topics

TOPICS = Topics()
DECLARED = {topic.name: topic for topic in TOPICS.declared()}


def test_every_message_has_a_topic() -> None:
    carried = {kind for topic in DECLARED.values() for kind in topic.carries}
    assert set(MESSAGES) - carried <= set(PARTS)


def test_all_names_begin_with_the_prefix_and_none_comes_twice() -> None:
    names = [topic.name for topic in Topics("x-").declared(("default", "gpu"))]
    assert len(names) == len(set(names))
    assert all(name.startswith("x-") for name in names)


def test_what_the_owner_of_a_partition_reads_is_partitioned_by_job() -> None:
    assert {DECLARED[name].partitioning for name in TOPICS.scheduler_inputs()} == {"job"}
    assert DECLARED[TOPICS.events].partitioning == DECLARED[TOPICS.state].partitioning == "job"


def test_a_queue_has_a_mailbox_topic_for_each_lane() -> None:
    assert TOPICS.mailboxes("gpu") == [f"tickwheel.executions.gpu.{lane}" for lane in LANES]
    assert [topic.name for topic in TOPICS.of_queue("gpu")] == TOPICS.mailboxes("gpu")


def test_the_journal_is_kept_for_ever() -> None:
    assert DECLARED[TOPICS.events].config == {"cleanup.policy": "delete", "retention.ms": "-1"}
