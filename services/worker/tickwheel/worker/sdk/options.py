"""What a handler's author may say about its jobs, and the definition that follows from it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import CatchUp, Delivery, Overlap
from tickwheel.worker.sdk.checks import OptionsError, check, check_schedule
from tickwheel.worker.sdk.duration import Duration, milliseconds


class Retry(msgspec.Struct, frozen=True, kw_only=True):
    """How often and how patiently a failed attempt is made again."""

    times: int = 3
    """Retries after the first attempt."""
    initial: Duration = 1.0
    factor: float = 2.0
    cap: Duration = 3_600.0
    jitter: float = 0.25
    """Waits vary by this fraction, both ways."""
    never_on: tuple[str, ...] = ()
    """Error classes that are not worth a retry."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Everything `@app.job` takes besides the name and the kind."""

    retry: Retry | int = 3
    timeout: Duration = 300.0
    schedule: str = ""
    """Cron expression. Makes the handler a declared job: it is created or updated when a worker starts."""
    every: Duration | None = None
    """An interval instead of a cron expression."""
    tz: str = "UTC"
    payload: Mapping[str, Any] | None = None
    """The payload of the declared job."""
    priority: int = 50
    queue: str = "default"
    delivery: Delivery = "at_least_once"
    overlap: Overlap = "skip"
    catch_up: CatchUp = "latest"
    description: str = ""
    owner: str = ""
    tags: Mapping[str, str] = msgspec.field(default_factory=dict)
    labels: Mapping[str, str] = msgspec.field(default_factory=dict)
    cpu_milli: int = 0
    memory_mib: int = 0
    disk_mib: int = 0
    resources: Mapping[str, int] = msgspec.field(default_factory=dict)

    def is_declared(self) -> bool:
        return bool(self.schedule) or self.every is not None


def definition(name: str, handler: str, options: Options, payload: str, **when: Any) -> JobDefinition:
    """The definition of one job of a handler. `when` holds the fields that say when it runs."""
    retry = Retry(times=options.retry) if isinstance(options.retry, int) else options.retry
    wanted = JobDefinition(
        name=name,
        handler=handler,
        description=options.description,
        owner=options.owner,
        tags=dict(options.tags),
        payload=payload,
        timezone=options.tz,
        priority=options.priority,
        queue=options.queue,
        labels=dict(options.labels),
        cpu_milli=options.cpu_milli,
        memory_mib=options.memory_mib,
        disk_mib=options.disk_mib,
        extra_resources=dict(options.resources),
        max_retries=retry.times,
        backoff_initial_ms=milliseconds(retry.initial),
        backoff_factor=retry.factor,
        backoff_cap_ms=milliseconds(retry.cap),
        backoff_jitter=retry.jitter,
        non_retryable=tuple(retry.never_on),
        timeout_ms=milliseconds(options.timeout),
        delivery=options.delivery,
        overlap=options.overlap,
        catch_up=options.catch_up,
        **when,
    )
    return check(wanted)


def declared(handler: str, options: Options) -> JobDefinition:
    """The job that a schedule in the decorator stands for; it is named after its handler."""
    if options.schedule and options.every is not None:
        raise OptionsError(f"{handler} has both schedule and every: give one of them")
    payload = msgspec.json.encode(dict(options.payload or {})).decode()
    if options.schedule:
        when: dict[str, Any] = {"when": "cron", "cron": options.schedule}
    else:
        when = {"when": "interval", "interval_ms": milliseconds(options.every or 0)}
    return check_schedule(definition(handler, handler, options, payload, **when))
