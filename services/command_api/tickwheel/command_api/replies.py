"""What a write answers: decided, not decided yet, or refused."""

from typing import Any

import msgspec
from fastapi import Response
from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from tickwheel.command_api.answers import Answer
from tickwheel.command_api.problems import ProblemDocument, of_rejection
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.events.answer import CommandRepeated
from tickwheel.protocol.events.backfill import BackfillPlanned, BackfillStarted
from tickwheel.protocol.events.calendar import CalendarDefined
from tickwheel.protocol.events.job import JobCreated, JobUpdated
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated

JSON = "application/json"
OFFSET = "Tickwheel-Offset"
REPEATED = "Tickwheel-Repeated"


LeftOut = SkipJsonSchema[None]
"""A field that does not apply is not in the answer; it is never null."""


class Decision(BaseModel):
    """The answer to a command. Read with `min_offset` = `offset`, and the tables show what it changed."""

    job_id: str
    command_id: str
    decided: bool = Field(description="False: it is safe in the log, and will be decided.")
    status: str | LeftOut = Field(None, description="The job's status after it.")
    version: int | LeftOut = Field(None, description="The version of the definition after it.")
    execution_id: str | LeftOut = Field(None, description="The execution that it made.")
    deduplicated: bool | LeftOut = Field(None, description="True if it fell into the dedup window.")
    backfill: dict[str, int] | LeftOut = Field(None, description="What a backfill does or would do.")
    offset: str | LeftOut = Field(None, description="Offset token, `partition:offset`.")


def documented(*statuses: int, accepted: int = 200) -> dict[str, Any]:
    """The answers of a write, for OpenAPI."""
    problems = {
        status: {"model": ProblemDocument} for status in (400, 401, 403, 409, 413, 422, 429, 503, *statuses)
    }
    return {
        "status_code": accepted,
        "response_model": Decision,
        "response_model_exclude_none": True,
        "responses": {202: {"model": Decision, "description": "Not decided yet."}, **problems},
    }


def of_decision(
    command: Command, job_id: str, answer: Answer | None, status: int, location: str = ""
) -> Response:
    headers = {"Location": location or f"/api/v1/jobs/{job_id}"}
    if answer is None:
        return Response(msgspec.json.encode(document(command, job_id, None)), 202, headers, JSON)
    check_accepted(answer)
    headers[OFFSET] = answer.token
    if isinstance(answer.event, CommandRepeated):
        headers[REPEATED] = "true"
    return Response(msgspec.json.encode(document(command, job_id, answer)), status, headers, JSON)


def check_accepted(answer: Answer) -> None:
    rejected = answer.rejection
    if rejected is not None:
        raise of_rejection(rejected)


def document(command: Command, job_id: str, answer: Answer | None) -> dict[str, Any]:
    body: dict[str, Any] = {"job_id": job_id, "command_id": command.command_id, "decided": answer is not None}
    if answer is None:
        return body
    event = answer.event
    body |= {"status": event.job_status, "offset": answer.token}
    if isinstance(event, JobCreated | JobUpdated | CalendarDefined | CommandRepeated):
        body["version"] = event.version
    if answer.execution_id:
        body["execution_id"] = answer.execution_id
    if isinstance(event, OccurrenceDeduplicated):
        body |= {"deduplicated": True, "execution_id": event.first_execution_id}
    if isinstance(event, BackfillPlanned):
        body["backfill"] = {
            "count": event.count,
            "first_due_ms": event.first_due_ms,
            "last_due_ms": event.last_due_ms,
        }
    if isinstance(event, BackfillStarted):
        body["backfill"] = {"count": event.count, "rate_per_minute": event.rate_per_minute}
    return body
