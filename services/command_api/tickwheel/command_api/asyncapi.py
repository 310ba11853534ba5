"""The AsyncAPI 3 document of all topics: made from what the code declares, so it cannot differ from it."""

from typing import Any

from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topic, Topics
from tickwheel.runtime.codec.schemas import Schemas
from tickwheel.runtime.version import version

AVRO = "application/vnd.apache.avro;version=1.9.0"
RECEIVED = ("commands.",)
"""Topics that outside clients write to begin like this; all others are for reading."""


def document(topics: Topics, schemas: Schemas, queue: str = "default") -> dict[str, Any]:
    declared = [topic for topic in topics.declared((queue,)) if topic.carries]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tickwheel",
            "version": version(),
            "description": "The topics of a Tickwheel cluster. Records are Avro in Confluent framing; commands may be JSON.",
        },
        "defaultContentType": AVRO,
        "channels": {topic.name: _channel(topic) for topic in declared},
        "operations": {topic.name: _operation(topics, topic) for topic in declared},
        "components": {"messages": _messages(declared, schemas)},
    }


def _channel(topic: Topic) -> dict[str, Any]:
    return {
        "address": topic.name,
        "description": topic.purpose,
        "messages": {kind.__name__: _reference(kind) for kind in topic.carries},
        "bindings": {"kafka": {"topic": topic.name, "topicConfiguration": _configuration(topic)}},
    }


def _configuration(topic: Topic) -> dict[str, Any]:
    known = ("cleanup.policy", "retention.ms")
    found = {name: topic.config[name] for name in known if name in topic.config}
    if "cleanup.policy" in found:
        return found | {"cleanup.policy": found["cleanup.policy"].split(",")}
    return found


def _operation(topics: Topics, topic: Topic) -> dict[str, Any]:
    """From the view of the cluster: it receives commands and sends everything else."""
    own_name = topic.name.removeprefix(topics.prefix)
    return {
        "action": "receive" if own_name.startswith(RECEIVED) else "send",
        "channel": {"$ref": f"#/channels/{topic.name}"},
        "summary": topic.purpose,
    }


def _messages(declared: list[Topic], schemas: Schemas) -> dict[str, Any]:
    kinds = {kind.__name__: kind for topic in declared for kind in topic.carries}
    return {name: _message(kind, schemas) for name, kind in sorted(kinds.items())}


def _message(kind: type[Message], schemas: Schemas) -> dict[str, Any]:
    name = kind.__name__
    return {
        "name": name,
        "summary": (kind.__doc__ or "").strip(),
        "contentType": AVRO,
        "payload": {"schemaFormat": AVRO, "schema": schemas.current[name]},
        "bindings": {"kafka": {"schemaIdLocation": "payload", "schemaIdPayloadEncoding": "confluent"}},
    }


def _reference(kind: type[Message]) -> dict[str, str]:
    return {"$ref": f"#/components/messages/{kind.__name__}"}
