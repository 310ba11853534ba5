"""The Kafka front door: commands from programs that know nothing of us, their answers, and outcomes read downstream."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient, record_subject_name_strategy
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from tests.integration.api import kcat
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack
from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition

DEADLINE_S = 30.0
COMMANDS, EVENTS, OUTCOMES = "tickwheel.commands.normal", "tickwheel.events", "tickwheel.outcomes"


class Outside:
    """A program with Confluent's client and our registry's address, and nothing else of ours."""

    def __init__(self, stack: Stack) -> None:
        self._bootstrap = stack.endpoints.kafka
        self._registry = SchemaRegistryClient({"url": stack.endpoints.registry})
        self._deserializer = AvroDeserializer(self._registry)

    def send(self, command: dict[str, Any], subject: str, key: str) -> None:
        schema = self._registry.get_latest_version(subject).schema
        settings = {"auto.register.schemas": False, "use.latest.version": True}
        strategy = {"subject.name.strategy": record_subject_name_strategy}
        serializer = AvroSerializer(self._registry, schema.schema_str, conf={**settings, **strategy})
        value = serializer(command, SerializationContext(COMMANDS, MessageField.VALUE))
        producer = Producer({"bootstrap.servers": self._bootstrap, "partitioner": "murmur2_random"})
        producer.produce(COMMANDS, key=key, value=value)
        assert producer.flush(10) == 0

    def find(self, topic: str, **wanted: Any) -> dict[str, Any]:
        """The first record of a topic with these values."""
        for found in self._read(topic):
            if all(found.get(field) == value for field, value in wanted.items()):
                return found
        raise AssertionError(f"{topic} has nothing with {wanted}")

    def close(self) -> None:
        self._registry.close()

    def _read(self, topic: str) -> Iterator[dict[str, Any]]:
        settings = {"bootstrap.servers": self._bootstrap, "group.id": "outside", "enable.auto.commit": False}
        consumer = Consumer({**settings, "isolation.level": "read_committed"})
        try:
            partitions = consumer.list_topics(topic, timeout=60).topics[topic].partitions
            consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in partitions])
            deadline = time.monotonic() + DEADLINE_S
            while time.monotonic() < deadline:
                record = consumer.poll(0.5)
                if record is not None and record.error() is None:
                    context = SerializationContext(topic, MessageField.VALUE)
                    yield dict(self._deserializer(record.value(), context))
        finally:
            consumer.close()


@pytest.fixture
def outside(stack: Stack) -> Iterator[Outside]:
    program = Outside(stack)
    yield program
    program.close()


def test_a_json_command_from_kcat_is_decided_and_its_outcome_is_read(
    stack: Stack, outside: Outside, tmp_path: Path
) -> None:
    name, command_id = Api.name("kcat"), Api.name("command")
    definition = {"name": name, "handler": "noop", "when": "now", "payload": {"region": "eu"}}
    file = tmp_path / "command.json"
    file.write_text(json.dumps({"type": "CreateJob", "command_id": command_id, "definition": definition}))
    kcat.produce(stack.endpoints.kafka, COMMANDS, ids.job_id("default", name), file)
    answer = outside.find(EVENTS, cause_id=command_id)
    assert (answer["definition"]["name"], answer["job_status"]) == (name, "SCHEDULED")
    assert outside.find(OUTCOMES, job_name=name)["status"] == "completed"


def test_a_command_from_kcat_that_makes_no_sense_is_refused_with_a_reason(
    stack: Stack, outside: Outside, tmp_path: Path
) -> None:
    name, command_id = Api.name("kcat"), Api.name("command")
    definition = {"name": name, "handler": "nobody.has.this"}
    file = tmp_path / "command.json"
    file.write_text(json.dumps({"type": "CreateJob", "command_id": command_id, "definition": definition}))
    kcat.produce(stack.endpoints.kafka, COMMANDS, ids.job_id("default", name), file)
    assert outside.find(EVENTS, cause_id=command_id)["code"] == "unknown_handler"


def test_a_command_of_a_confluent_serializer_is_decided_and_its_outcome_is_read(outside: Outside) -> None:
    name, command_id = Api.name("avro"), Api.name("command")
    command = CreateJob(
        command_id=command_id, definition=JobDefinition(name=name, handler="noop", when="now")
    )
    key = ids.job_id("default", name)
    outside.send(msgspec.to_builtins(command), "tickwheel.commands.CreateJob", key)
    assert outside.find(EVENTS, cause_id=command_id)["job_id"] == key
    outcome = outside.find(OUTCOMES, job_id=key)
    assert (outcome["handler"], outcome["attempt"]) == ("noop", 1)
