"""What `enqueue` sends: a command that creates a job, and where it goes."""

from collections.abc import Mapping
from concurrent.futures import Future
from datetime import datetime
from typing import Any, Protocol

import msgspec
import pydantic

from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.message import Message
from tickwheel.runtime.fault import Fault
from tickwheel.worker.sdk.duration import Duration, milliseconds

MAX_PAYLOAD_BYTES = 256 * 1024


class SubmissionError(Fault):
    """What cannot be enqueued as it was asked."""


class Enqueued(msgspec.Struct, frozen=True):
    """The command is in the log: it will be decided, whatever dies."""

    job_id: str
    job_name: str
    command_id: str
    """Its answer is the event with this command id."""


class Sender(Protocol):
    """The way to the log of one cluster: Kafka, or the memory of a test."""

    namespace: str

    def send(self, job_id: str, priority: int, command: Message, headers: dict[str, str]) -> Future[None]:
        """The future is done when the log has it."""

    def close(self) -> None: ...


class Submission(msgspec.Struct, frozen=True):
    """One job on its way."""

    command: CreateJob
    job_id: str
    headers: dict[str, str]

    def send_by(self, sender: Sender) -> Future[None]:
        return sender.send(self.job_id, self.command.definition.priority, self.command, self.headers)

    def receipt(self) -> Enqueued:
        return Enqueued(self.job_id, self.command.definition.name, self.command.command_id)


def payload_text(payload: object) -> str:
    """A pydantic model, a mapping or nothing, as JSON text."""
    if payload is None:
        return "{}"
    if isinstance(payload, pydantic.BaseModel):
        text = payload.model_dump_json()
    elif isinstance(payload, Mapping):
        text = msgspec.json.encode(dict(payload)).decode()
    else:
        text = pydantic.TypeAdapter(type(payload)).dump_json(payload).decode()
    if len(text.encode()) > MAX_PAYLOAD_BYTES:
        raise SubmissionError(
            f"the payload has {len(text.encode())} bytes, {MAX_PAYLOAD_BYTES} are allowed: store it elsewhere and send a reference"
        )
    if not text.startswith("{"):
        raise SubmissionError(f"a payload is a JSON object, not {text[:40]}: use a pydantic model or a dict")
    return text


def when(run_at: datetime | None, delay: Duration | None) -> dict[str, Any]:
    """The fields of a definition that say when it runs: at an instant, after a delay, or now."""
    if run_at is not None and delay is not None:
        raise SubmissionError("run_at and delay exclude each other: give one of them")
    if run_at is not None:
        if run_at.tzinfo is None:
            raise SubmissionError(f"run_at {run_at.isoformat()} has no time zone: add one, such as UTC")
        return {"when": "at", "run_at_ms": round(run_at.timestamp() * 1_000)}
    if delay is not None:
        return {"when": "delay", "delay_ms": milliseconds(delay)}
    return {"when": "now"}


def with_headers(definition: JobDefinition, headers: Mapping[str, str]) -> JobDefinition:
    """The trace context travels in a tag: headers of a command end where it is decided."""
    trace = headers.get("traceparent")
    if not trace:
        return definition
    return msgspec.structs.replace(definition, tags={**definition.tags, "traceparent": trace})
