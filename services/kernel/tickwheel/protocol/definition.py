"""What a job is: everything its author said about it."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import (
    CatchUp,
    Delivery,
    DependencyMode,
    DstGap,
    DstRepeat,
    Overlap,
    WhenKind,
)


class JobDefinition(Message, frozen=True, gc=False, kw_only=True):
    """All that the author of a job says about it. Empty strings and zeros mean: not set."""

    name: str
    """Unique name in the namespace, 1 to 255 characters."""
    handler: str
    """Registered handler name, such as reports.generate_daily."""
    description: str = ""
    """Free text."""
    owner: str = ""
    """The user who created it."""
    tags: dict[str, str] = {}
    """Free key-value pairs to filter by."""
    payload: str = "{}"
    """JSON object as text, 256 KiB at most."""
    when: WhenKind = "manual"
    """Which of the following says when it runs."""
    cron: str = ""
    """Cron expression, for when=cron."""
    interval_ms: int = 0
    """Period, for when=interval."""
    run_at_ms: int = 0
    """Instant, for when=at."""
    delay_ms: int = 0
    """Delay after the decision to create it, for when=delay."""
    timezone: str = "UTC"
    """IANA zone in which cron is meant."""
    dst_gap: DstGap = "next_valid"
    """What to do with a wall-clock time that does not exist."""
    dst_repeat: DstRepeat = "first"
    """What to do with a wall-clock time that comes twice."""
    calendars: tuple[str, ...] = ()
    """Names of calendars that exclude or hold its occurrences."""
    start_at_ms: int = 0
    """No occurrence before this instant."""
    end_at_ms: int = 0
    """No occurrence at or after this instant."""
    max_runs: int = 0
    """Ends after so many executions from its schedule."""
    jitter_ms: int = 0
    """Each occurrence is moved later by up to this much, the same way every time."""
    paused: bool = False
    """Created in the paused state."""
    priority: int = 50
    """0 to 100, higher first; the lane follows from it."""
    queue: str = "default"
    """Which workers run it."""
    labels: dict[str, str] = {}
    """Labels a worker must carry."""
    cpu_milli: int = 0
    """CPU it needs, in thousandths of a core."""
    memory_mib: int = 0
    """Memory it needs, in MiB."""
    disk_mib: int = 0
    """Disk it needs, in MiB."""
    extra_resources: dict[str, int] = {}
    """Named resources it needs, such as gpu."""
    max_retries: int = 3
    """Retries after the first attempt, 0 to 100."""
    backoff_initial_ms: int = 1000
    """Wait before the first retry."""
    backoff_factor: float = 2.0
    """Each further wait is this many times longer."""
    backoff_cap_ms: int = 3600000
    """No wait is longer."""
    backoff_jitter: float = 0.25
    """Waits vary by this fraction, both ways."""
    non_retryable: tuple[str, ...] = ()
    """Error classes that are not worth a retry."""
    timeout_ms: int = 300000
    """An attempt that runs longer is ended as TIMED_OUT."""
    delivery: Delivery = "at_least_once"
    """What happens to an attempt whose worker is lost."""
    overlap: Overlap = "skip"
    """What happens when an occurrence is due and another still runs."""
    catch_up: CatchUp = "latest"
    """Which of the due times that were missed still run."""
    catch_up_window_ms: int = 300000
    """Missed due times older than this never run."""
    catch_up_cap: int = 100
    """At most so many missed due times run, for catch_up=all."""
    depends_on: tuple[str, ...] = ()
    """Job ids that must have completed."""
    dependency_mode: DependencyMode = "all"
    """Whether all of them or any of them."""
    dependency_freshness_ms: int = 0
    """A completion older than this does not count."""
    dedup_window_ms: int = 0
    """A second occurrence or trigger with the same key within this time ends as DEDUPLICATED."""
    auto_pause_after: int = 0
    """Pauses itself after so many failed executions in a row."""
