"""Handlers that every worker brings: `http`, `noop`, `sleep`, `fail`, and `command` where it is allowed."""

from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.worker.builtin import command, demo, http
from tickwheel.worker.sdk.handler import Handler


def handlers(settings: WorkerGroup) -> list[Handler]:
    found = [*demo.handlers(), http.handler(allow_private=settings.allow_private_addresses)]
    if settings.allow_commands:
        found.append(command.handler(settings.allow_commands))
    return found
