"""A job as a person writes it in a request, checked field by field, and turned into the protocol's definition."""

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    model_validator,
)

from tickwheel.command_api.bodies import Body, payload_text
from tickwheel.command_api.instants import Instant, epoch_ms
from tickwheel.protocol import ids
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import (
    CatchUp,
    Delivery,
    DependencyMode,
    DstGap,
    DstRepeat,
    Overlap,
    WhenKind,
)
from tickwheel.recurrence import Refusal, parse_interval

Name = Annotated[str, Field(min_length=1, max_length=255)]
Milliseconds = Annotated[StrictInt, Field(ge=0)]


def _interval(text: str) -> str:
    parsed = parse_interval(text)
    if isinstance(parsed, Refusal):
        raise ValueError(parsed.message)  # noqa: TRY004 - pydantic turns it into a fault of the field
    return text


Interval = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_interval)]


WAYS_TO_SAY_WHEN = ("schedule", "interval", "interval_ms", "run_at", "delay", "delay_ms", "now")


class JobSpec(Body):
    """Exactly one of schedule, interval, run_at, delay and now says when; none: only by trigger or dependency."""

    name: Name
    handler: Name
    description: str = ""
    owner: str = Field("", max_length=255, description="Whose job it is; yours if left out.")
    tags: dict[str, str] = Field(default_factory=dict)
    payload: dict[str, Any] = Field(default_factory=dict)
    schedule: str | None = Field(None, description="Cron expression, five fields or six with seconds first.")
    interval: Interval | None = Field(None, description="Interval as text: 15m, 1d12h or PT15M.")
    interval_ms: StrictInt | None = Field(None, gt=0)
    run_at: Instant | None = None
    delay: Interval | None = Field(None, description="Delay as text: 90s, 15m or PT15M.")
    delay_ms: StrictInt | None = Field(None, ge=0)
    now: StrictBool = False
    timezone: str = "UTC"
    dst_gap: DstGap = "next_valid"
    dst_repeat: DstRepeat = "first"
    calendars: list[str] = Field(default_factory=list)
    start_at: Instant | None = None
    end_at: Instant | None = None
    max_runs: StrictInt = Field(0, ge=0)
    jitter_ms: Milliseconds = 0
    paused: StrictBool = False
    priority: StrictInt = Field(50, ge=0, le=100)
    queue: str = Field("default", pattern=r"^[A-Za-z0-9_-]{1,63}$")
    labels: dict[str, str] = Field(default_factory=dict)
    cpu_milli: StrictInt = Field(0, ge=0)
    memory_mib: StrictInt = Field(0, ge=0)
    disk_mib: StrictInt = Field(0, ge=0)
    extra_resources: dict[str, StrictInt] = Field(default_factory=dict)
    max_retries: StrictInt = Field(3, ge=0, le=100)
    backoff_initial_ms: Milliseconds = 1_000
    backoff_factor: StrictFloat = Field(2.0, ge=1.0)
    backoff_cap_ms: Milliseconds = 3_600_000
    backoff_jitter: StrictFloat = Field(0.25, ge=0.0, le=1.0)
    non_retryable: list[str] = Field(default_factory=list)
    timeout_ms: StrictInt = Field(300_000, ge=1_000, le=604_800_000)
    delivery: Delivery = "at_least_once"
    overlap: Overlap = "skip"
    catch_up: CatchUp = "latest"
    catch_up_window_ms: Milliseconds = 300_000
    catch_up_cap: StrictInt = Field(100, ge=1)
    depends_on: list[str] = Field(
        default_factory=list, description="Jobs that must have completed, by name or id."
    )
    dependency_mode: DependencyMode = "all"
    dependency_freshness_ms: Milliseconds = 0
    dedup_window_ms: Milliseconds = 0
    auto_pause_after: StrictInt = Field(0, ge=0)
    allow_unknown_handler: StrictBool = False

    @model_validator(mode="after")
    def _one_when(self) -> "JobSpec":
        said = [field for field in WAYS_TO_SAY_WHEN if getattr(self, field) not in (None, False)]
        if len(said) > 1:
            raise ValueError(f"say when only once: found {' and '.join(said)}")
        return self

    def definition(self, namespace: str, owner: str) -> JobDefinition:
        return JobDefinition(
            name=self.name,
            handler=self.handler,
            description=self.description,
            owner=self.owner or owner,
            tags=self.tags,
            payload=payload_text(self.payload),
            when=self._when(),
            cron=self.schedule or "",
            interval_ms=_ms(self.interval, self.interval_ms),
            run_at_ms=epoch_ms(self.run_at),
            delay_ms=_ms(self.delay, self.delay_ms),
            start_at_ms=epoch_ms(self.start_at),
            end_at_ms=epoch_ms(self.end_at),
            calendars=tuple(self.calendars),
            non_retryable=tuple(self.non_retryable),
            depends_on=tuple(ids.resolve_job(namespace, job) for job in self.depends_on),
            **{field: getattr(self, field) for field in self.model_fields_set & AS_THEY_ARE},
        )

    def _when(self) -> WhenKind:
        if self.schedule is not None:
            return "cron"
        if self.interval is not None or self.interval_ms is not None:
            return "interval"
        if self.run_at is not None:
            return "at"
        if self.delay is not None or self.delay_ms is not None:
            return "delay"
        return "now" if self.now else "manual"


AS_THEY_ARE = frozenset(
    (
        "timezone",
        "dst_gap",
        "dst_repeat",
        "max_runs",
        "jitter_ms",
        "paused",
        "priority",
        "queue",
        "labels",
        "cpu_milli",
        "memory_mib",
        "disk_mib",
        "extra_resources",
        "max_retries",
        "backoff_initial_ms",
        "backoff_factor",
        "backoff_cap_ms",
        "backoff_jitter",
        "timeout_ms",
        "delivery",
        "overlap",
        "catch_up",
        "catch_up_window_ms",
        "catch_up_cap",
        "dependency_mode",
        "dependency_freshness_ms",
        "dedup_window_ms",
        "auto_pause_after",
    )
)
"""Fields that mean the same in both, with the same default: what was not said is left to the definition."""


def _ms(text: str | None, number: int | None) -> int:
    parsed = 0 if text is None else parse_interval(text)
    return parsed if isinstance(parsed, int) and parsed else number or 0
