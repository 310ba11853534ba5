"""docs/kafka-contract.md is true: its table is the declarations, and its examples work on a real broker."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.contract.kafka.topic_table import table

from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.job import JobCreated
from tickwheel.protocol.routing import partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka.log import KafkaLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.topics import ClusterTopics

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "kafka-contract.md").read_text()
CODEC = Codec()
P = 5


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names that the page's Python defines, its blocks run one after another."""
    names: dict[str, Any] = {}
    exec("\n".join(blocks("python")), names)  # noqa: S102 - our own page
    return names


@pytest.fixture
def cluster(kafka_bootstrap: str, topic_prefix: str) -> tuple[KafkaLog, Topics]:
    log, topics = KafkaLog(kafka_bootstrap, "contract"), Topics(topic_prefix)
    layout = Layout(partitions=P, mailboxes=1, namespace="default")
    ClusterTopics(log.admin(), topics, Cluster(log, topics, CODEC), layout).apply()
    return log, topics


def test_the_table_is_what_is_declared() -> None:
    assert table() in PAGE, f"put this table into docs/kafka-contract.md:\n{table()}"


def test_the_job_id_of_the_page_is_ours(example: dict[str, Any]) -> None:
    assert example["job_id"]("invoices.nightly") == ids.job_id("default", "invoices.nightly")
    assert example["job_id"]("a", "b") == ids.job_id("b", "a")
    assert example["job_id"]("calendar:holidays") == ids.calendar_id("default", "holidays")


@pytest.mark.kafka
def test_the_command_of_the_page_arrives_where_its_job_lives(
    kafka_bootstrap: str, cluster: tuple[KafkaLog, Topics], example: dict[str, Any]
) -> None:
    log, topics = cluster
    (command,) = blocks("json")
    example["send"](kafka_bootstrap, json.loads(command), "invoices.nightly", topics.prefix)
    key = ids.job_id("default", "invoices.nightly").encode()
    place = TopicPartition(topics.commands("normal"), partition_for(key, P))
    reader = log.consumer(None)
    try:
        reader.assign({place: BEGINNING})
        (record,) = reader.poll(1, 15)
    finally:
        reader.close()
    assert record.key == key
    read = CODEC.decode_command(record.value or b"")
    assert isinstance(read, CreateJob)
    assert (read.definition.cron, read.definition.payload) == ("0 3 * * *", '{"region": "eu"}')


@pytest.mark.kafka
def test_the_answer_is_found_by_its_cause(
    kafka_bootstrap: str, cluster: tuple[KafkaLog, Topics], example: dict[str, Any]
) -> None:
    log, topics = cluster
    command = CODEC.decode_command(blocks("json")[0].encode())
    assert isinstance(command, CreateJob)
    job = ids.job_id("default", command.definition.name)
    created = JobCreated(
        job_id=job,
        sequence=1,
        at_ms=1,
        job_status="SCHEDULED",
        cause_id=command.command_id,
        definition=command.definition,
        version=1,
        next_due_ms=2,
        tzdata_version="2026.1",
    )
    rejected = CommandRejected(
        job_id=job,
        sequence=1,
        at_ms=3,
        job_status="SCHEDULED",
        cause_id="another",
        command_type="CreateJob",
        code="conflict",
        field="definition.name",
        message="it is there already",
    )
    producer = log.producer()
    for event in (created, rejected):
        partition = partition_for(job.encode(), P)
        producer.produce(topics.events, partition, job.encode(), CODEC.encode(event))
    assert producer.flush(15) == 0
    producer.close()
    schemas = example["Schemas"](ROOT / "schemas" / "released" / "0.1.0.json")
    found = example["answer"](kafka_bootstrap, schemas, command.command_id, 15, topics.prefix)
    assert found["type"] == "tickwheel.events.JobCreated"
    assert found["definition"]["name"] == "invoices.nightly"
    refused = example["answer"](kafka_bootstrap, schemas, "another", 15, topics.prefix)
    assert (refused["type"], refused["field"]) == ("tickwheel.events.CommandRejected", "definition.name")
