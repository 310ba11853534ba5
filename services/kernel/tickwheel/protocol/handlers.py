"""How handlers are doing: counts from workers and schedulers, verdicts from the stream."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import BreakerState


class HandlerStats(Message, frozen=True, gc=False, kw_only=True):
    """What one worker saw of one handler in one second."""

    handler: str
    """The handler. Also the key."""
    worker_id: str
    """The worker's incarnation."""
    window_start_ms: int
    """Start of the second."""
    completed: int
    """Attempts that ended well."""
    failed: int
    """Attempts that failed."""
    timed_out: int
    """Attempts that timed out."""
    duration_sum_ms: int
    """Sum of durations."""
    duration_max_ms: int
    """Longest."""
    duration_buckets: tuple[int, ...]
    """Counts by duration: up to 1, 2, 4, ... ms."""
    not_retryable: int = 0
    """How many of `failed` no retry would mend, such as a refused payload: the circuit breaker does not count them as failures."""


class HandlerBacklog(Message, frozen=True, gc=False, kw_only=True):
    """What waits for a worker in one scheduler, of one handler in one queue. Told again and again while it is not zero."""

    handler: str
    """The handler. Also the key."""
    queue: str
    """The queue."""
    scheduler: str
    """Name of the scheduler."""
    waiting: int
    """Executions that are ready to run and have no worker."""
    at_ms: int
    """When."""


class HandlerHealth(Message, frozen=True, gc=False, kw_only=True):
    """What the cluster thinks of a handler."""

    handler: str
    """The handler. Also the key."""
    state: BreakerState
    """State of its circuit breaker."""
    changed_at_ms: int
    """Since when."""
    retry_at_ms: int
    """When it may be probed, if open; else 0."""
    calls: int
    """Calls in the window."""
    failures: int
    """Failures in the window."""
    mean_duration_ms: float
    """Mean duration in the window."""
    p95_duration_ms: float
    """95th percentile of durations in the window."""
    backlog: int
    """Executions that are ready to run and have no worker, in all schedulers."""
    workers_needed: float
    """Workers that its backlog asks for."""
    at_ms: int
    """When."""
