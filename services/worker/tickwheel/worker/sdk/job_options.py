"""The keyword arguments of `@app.job` and of `enqueue`, for type checkers. `Options` says what each means."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict

from tickwheel.protocol.vocabulary import CatchUp, Delivery, Overlap
from tickwheel.worker.sdk.duration import Duration
from tickwheel.worker.sdk.options import Retry


class JobOptions(TypedDict, total=False):
    retry: Retry | int
    timeout: Duration
    schedule: str
    every: Duration | None
    tz: str
    payload: Mapping[str, Any] | None
    priority: int
    queue: str
    delivery: Delivery
    overlap: Overlap
    catch_up: CatchUp
    description: str
    owner: str
    tags: Mapping[str, str]
    labels: Mapping[str, str]
    cpu_milli: int
    memory_mib: int
    disk_mib: int
    resources: Mapping[str, int]


class EnqueueOptions(TypedDict, total=False):
    key: str
    """The same handler and key again is the same job: it happens once."""
    run_at: datetime
    """With a time zone."""
    delay: Duration
    priority: int
    """Instead of the handler's own."""
