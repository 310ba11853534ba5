"""A job's definition, as the API tells it, turned back into what an update takes, with some of it changed."""

import json
from collections.abc import Mapping
from typing import Any

from tickwheel.cli.instants import show_instant

WHEN = ("schedule", "interval", "interval_ms", "run_at", "delay", "delay_ms", "now")
"""Fields of which one at most says when."""
_TOLD_OTHERWISE = (
    "when",
    "cron",
    "interval_ms",
    "run_at_ms",
    "delay_ms",
    "start_at_ms",
    "end_at_ms",
    "payload",
)


def edited(definition: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The whole of it as an update takes it. Another way to say when stands in for the one that was."""
    spec = _spec(definition)
    if any(field in changes for field in WHEN):
        spec = {field: value for field, value in spec.items() if field not in WHEN}
    return spec | dict(changes)


def _spec(definition: Mapping[str, Any]) -> dict[str, Any]:
    kept = {field: value for field, value in definition.items() if field not in _TOLD_OTHERWISE}
    bounds = {
        field: show_instant(definition[f"{field}_ms"])
        for field in ("start_at", "end_at")
        if definition.get(f"{field}_ms")
    }
    return kept | bounds | _when(definition) | {"payload": json.loads(definition.get("payload") or "{}")}


def _when(definition: Mapping[str, Any]) -> dict[str, Any]:
    match definition["when"]:
        case "cron":
            return {"schedule": definition["cron"]}
        case "interval":
            return {"interval_ms": definition["interval_ms"]}
        case "at":
            return {"run_at": show_instant(definition["run_at_ms"])}
        case "delay":
            return {"delay_ms": definition["delay_ms"]}
        case "now":
            return {"now": True}
        case _:
            return {}
