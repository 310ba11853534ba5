"""The jobs that stay for a whole run: one of every kind that must keep its time while things break."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from tests.chaos.checker.history import Job

from tickwheel.protocol import ids
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import Overlap

NAMESPACE = "default"
CHEAP = ("async", "thread")
KINDS = (*CHEAP, *CHEAP, "process")
"""Processes are dear on two cores."""
OVERLAPS: tuple[Overlap, ...] = ("skip", "buffer_one", "buffer_all", "cancel_running", "allow")


class Wanted(msgspec.Struct, frozen=True):
    job: Job
    definition: JobDefinition


def payload(ms: int = 0, fails: int = 0) -> str:
    return json.dumps({"ms": ms, "fails": fails})


def every(
    name: str,
    period_s: int,
    first_ms: int,
    until_ms: int,
    *,
    prompt: bool = True,
    unconditional: bool = False,
    **fields: Any,
) -> Wanted:
    """On the grid of full seconds; by cron where it divides a minute, else by interval."""
    period_ms = period_s * 1_000
    grid_ms = first_ms - first_ms % period_ms + period_ms
    when: dict[str, Any] = {"when": "interval", "interval_ms": period_ms}
    if 60 % period_s == 0:
        when = {"when": "cron", "cron": f"*/{period_s} * * * * *"}
    values = {"handler": "chaos.async", "payload": payload(5), "catch_up": "all", **when, **fields}
    definition = JobDefinition(name=name, start_at_ms=grid_ms, end_at_ms=until_ms, **values)
    job = Job(
        name=name,
        when="every",
        first_ms=grid_ms,
        period_ms=period_ms,
        until_ms=until_ms,
        delivery=definition.delivery,
        prompt=prompt,
        unconditional=unconditional,
    )
    return Wanted(job, definition)


def always(name: str, period_s: int, first_ms: int, until_ms: int, **fields: Any) -> Wanted:
    """A job that nothing keeps from running: not its own last run, and no order."""
    return every(name, period_s, first_ms, until_ms, unconditional=True, overlap="allow", **fields)


def standing(first_ms: int, until_ms: int, fleet: int) -> Iterator[Wanted]:
    span = first_ms, until_ms
    for n in range(fleet):
        handler = f"chaos.{KINDS[n % len(KINDS)]}"
        yield always(f"fleet-{n}", 1, *span, handler=handler)
    yield always("fleet-once", 1, *span, delivery="at_most_once")
    yield always("interval-7", 7, *span, handler="chaos.thread", payload=payload(200))
    for overlap in OVERLAPS:
        # What is buffered while things break must be worked off again before the run is over.
        period_s, run_ms = (5, 1_500) if overlap == "buffer_all" else (2, 2_500)
        slow: dict[str, Any] = {"handler": "chaos.thread", "payload": payload(run_ms), "overlap": overlap}
        yield every(f"overlap-{overlap}", period_s, *span, prompt=False, **slow)
    yield every(
        "flaky", 5, *span, prompt=False, handler="chaos.flaky", payload=payload(5, fails=2), overlap="allow"
    )
    yield every("latest", 3, *span, catch_up="latest")
    yield always("upstream", 5, *span, payload=payload(50))
    after = JobDefinition(
        name="downstream",
        handler="chaos.thread",
        payload=payload(20),
        overlap="allow",
        depends_on=(ids.job_id(NAMESPACE, "upstream"),),
    )
    yield Wanted(Job(name="downstream", when="manual", upstream="upstream"), after)
    for n in range(2):
        manual = JobDefinition(
            name=f"manual-{n}", handler="chaos.async", payload=payload(20), overlap="allow"
        )
        yield Wanted(Job(name=manual.name, when="manual"), manual)
    for n in range(3):
        yield every(f"steered-{n}", 2, *span, handler=f"chaos.{KINDS[2 + n]}", overlap="allow")


def spec_of(definition: JobDefinition) -> dict[str, Any]:
    """The same job as the REST API takes it."""
    spec: dict[str, Any] = {
        "name": definition.name,
        "handler": definition.handler,
        "payload": json.loads(definition.payload),
        "depends_on": list(definition.depends_on),
    }
    for field in ("delivery", "overlap", "catch_up", "max_retries", "backoff_initial_ms", "timeout_ms"):
        spec[field] = getattr(definition, field)
    for field, ms in (("start_at", definition.start_at_ms), ("end_at", definition.end_at_ms)):
        spec |= {field: instant(ms)} if ms else {}
    match definition.when:
        case "cron":
            spec["schedule"] = definition.cron
        case "interval":
            spec["interval_ms"] = definition.interval_ms
        case "at":
            spec["run_at"] = instant(definition.run_at_ms)
        case "delay":
            spec["delay_ms"] = definition.delay_ms
        case "now":
            spec["now"] = True
        case _:
            pass
    return spec


def instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1_000, UTC).isoformat().replace("+00:00", "Z")
