"""Clients that know nothing of us read our records and write commands: Confluent's serialisers, and fastavro alone."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread

import msgspec
import pytest
from confluent_kafka.schema_registry import SchemaRegistryClient, record_subject_name_strategy
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from fastavro import parse_schema, schemaless_reader
from tests.contract.messages import samples

from tickwheel.protocol.catalogue import MESSAGES
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import Codec, registry
from tickwheel.runtime.codec.schemas import shipped

CODEC = Codec()
REGISTRY = registry.Registry(shipped())
HERE = SerializationContext("tickwheel.any", MessageField.VALUE)

messages = pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)


class Server(BaseHTTPRequestHandler):
    """The registry view over HTTP, as the API serves it."""

    def do_GET(self) -> None:
        self._send(REGISTRY.get(self.path.partition("?")[0]))

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        subject = self.path.partition("?")[0].removeprefix("/subjects/")
        self._send(REGISTRY.look_up(subject, asked["schema"]))

    def _send(self, answer: registry.Answer) -> None:
        body = json.dumps(answer.body).encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", registry.CONTENT_TYPE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Tests print nothing."""


@pytest.fixture(scope="module")
def client() -> Iterator[SchemaRegistryClient]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    client = SchemaRegistryClient({"url": f"http://127.0.0.1:{server.server_port}"})
    try:
        yield client
    finally:
        client.close()
        server.shutdown()
        thread.join()
        server.server_close()


def plain(message: Message) -> object:
    return msgspec.to_builtins(message, builtin_types=(bytes,))


@messages
def test_confluent_s_deserialiser_reads_every_message(
    client: SchemaRegistryClient, kind: type[Message]
) -> None:
    message = samples.full(kind)
    assert AvroDeserializer(client)(CODEC.encode(message), HERE) == _lists(plain(message))


@messages
def test_fastavro_alone_reads_every_message(kind: type[Message]) -> None:
    message = samples.full(kind)
    data = CODEC.encode(message)
    schema = parse_schema(json.loads(CODEC.schema_text(int.from_bytes(data[1:5], "big"))))
    assert schemaless_reader(BytesIO(data[5:]), schema, None) == _lists(plain(message))


def test_confluent_s_serialiser_writes_a_command_that_we_read(client: SchemaRegistryClient) -> None:
    command = samples.full(CreateJob)
    options = {
        "auto.register.schemas": False,
        "use.latest.version": True,
        "subject.name.strategy": record_subject_name_strategy,
    }
    write = AvroSerializer(client, CODEC.schema_text(CODEC.schema_id(CreateJob)), conf=options)
    data = write(plain(command), HERE)
    assert data == CODEC.encode(command)
    assert CODEC.decode_command(data or b"") == command


def _lists(value: object) -> object:
    """Avro knows arrays only: a tuple is read as a list."""
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, tuple | list) else value
