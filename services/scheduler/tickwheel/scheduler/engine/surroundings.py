"""What a decision may know beyond its own job. Made once a batch by the service; the engine never looks anything up."""

from collections.abc import Mapping

import msgspec

from tickwheel.recurrence.calendar import Calendar

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """The clock, the settings and the shared tables, as of now."""

    now_ms: int
    latest_ms: int = 0
    """The latest the wall clock has ever shown, here or to an owner before us: it may have been set back since."""
    namespace: str = "default"
    lead_ms: int = 10_000
    """Executions are dispatched this long before they are due."""
    known_handlers: frozenset[str] | None = None
    """Handlers of live workers; None if they are not known yet, then every handler is accepted."""
    calendars: Mapping[str, Calendar] = {}
    """Calendars by name, as recurrence.compile_calendar makes them."""
    upstreams: Mapping[str, tuple[str, ...]] = {}
    """The cluster's dependency graph: job id to the jobs it waits for."""
    open_breakers: Mapping[str, int] = {}
    """Handlers whose circuit breaker is open, and when each may be tried again."""
    ended_job_retention_ms: int = HOUR_MS
    """An ended one-off or deleted job is forgotten after this long."""
    dead_letter_retention_ms: int = 30 * DAY_MS
    idempotency_window_ms: int = HOUR_MS
    """A command that comes again within this time gets the first answer; an hour at most."""
    backfill_rate_per_minute: int = 60
    timeout_grace_ms: int = 30_000
    """How long a worker may be late in enforcing a time-out before the scheduler does."""
    tzdata_version: str = ""
