"""The job that sends a notice along a route. Pure: the same notice and route give the same command, so repeats collapse."""

from typing import Any

import msgspec

from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.ids import notice_id
from tickwheel.watch.notice import NOTIFICATION_PREFIX, Notice
from tickwheel.watch.route import Route

PRIORITY = 80
MAX_RETRIES = 12
BACKOFF_CAP_MS = 300_000
"""Twelve retries, doubling from a second to five minutes: a receiver may be away for about half an hour."""
TIMEOUT_MS = 30_000
TAGS = {"tickwheel": "notification"}


def errand_of(notice: Notice, route: Route) -> CreateJob:
    definition = JobDefinition(
        name=f"{NOTIFICATION_PREFIX}{route.name}:{notice.id}",
        handler="http" if route.channel == "webhook" else "command",
        description=notice.title,
        owner="system",
        tags={**TAGS, "reason": notice.reason},
        payload=msgspec.json.encode(_payload(notice, route)).decode(),
        when="now",
        priority=PRIORITY,
        queue=route.queue,
        max_retries=MAX_RETRIES,
        backoff_cap_ms=BACKOFF_CAP_MS,
        timeout_ms=TIMEOUT_MS,
    )
    return CreateJob(
        command_id=notice_id("errand", route.name, notice.id),
        actor="system:watch",
        issued_at_ms=notice.at_ms,
        definition=definition,
        allow_unknown_handler=True,
    )


def _payload(notice: Notice, route: Route) -> dict[str, Any]:
    if route.channel == "webhook":
        return {
            "url": route.url,
            "headers": {"Tickwheel-Notice": notice.id},
            "body": msgspec.to_builtins(notice),
            "sign": {"key": route.secret},
        }
    return {"argv": list(route.argv), "stdin": msgspec.json.encode(notice).decode()}
