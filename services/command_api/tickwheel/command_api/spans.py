"""A span for each command, from the request until its decision. Only there when spans are wanted."""

import asyncio
from typing import Any

import msgspec

from tickwheel.command_api.answers import Answer, Pending
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.job import CreateJob, UpdateJob
from tickwheel.runtime import tracing
from tickwheel.runtime.tracing import Tracing


class CommandSpans:
    def __init__(self, spans: Tracing) -> None:
        self._spans = spans

    def begin(self, pending: Pending) -> Command:
        """The command as it is sent: a job carries the context in which it was made to its runs."""
        command = pending.command
        clock = self._spans.clock
        span = self._spans.begin(
            f"command {type(command).__name__}",
            clock.now_ms(),
            parent=tracing.INCOMING.get(),
            about={"tickwheel.job_id": pending.key.decode(), "tickwheel.command_id": command.command_id},
        )

        def end(answer: "asyncio.Future[Answer | None]") -> None:
            span.end(clock.now_ms(), _verdict(answer))

        pending.answer.add_done_callback(end)
        if not isinstance(command, CreateJob | UpdateJob) or tracing.TAG in command.definition.tags:
            return command
        tags = {**command.definition.tags, tracing.TAG: span.traceparent}
        return msgspec.structs.replace(
            command, definition=msgspec.structs.replace(command.definition, tags=tags)
        )

    def close(self) -> None:
        self._spans.close()


def _verdict(answer: "asyncio.Future[Answer | None]") -> dict[str, Any]:
    if answer.cancelled() or answer.exception() is not None:
        return {"tickwheel.decision": "unknown"}
    found = answer.result()
    if found is None:
        return {"tickwheel.decision": "late"}
    return {"tickwheel.decision": "accepted" if found.rejection is None else "rejected"}
