"""What decisions may know of the world, put together once a batch from the shared tables."""

from tickwheel import recurrence
from tickwheel.scheduler.alarms import Alarms
from tickwheel.scheduler.engine.surroundings import Surroundings
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.tables import Tables


class Environment:
    """Compiles calendars when they change, and not for every batch."""

    def __init__(self, namespace: str, alarms: Alarms, tables: Tables, directory: Directory) -> None:
        self._namespace = namespace
        self._alarms = alarms
        self._tables = tables
        self._directory = directory
        self._tzdata_version = recurrence.tzdata_version()
        self._calendars: dict[str, recurrence.Calendar] = {}
        self._calendars_version = -1
        self._latest_ms = 0

    def saw(self, wall_clock_ms: int) -> None:
        """A wall clock has shown this: ours, or that of an owner before us."""
        self._latest_ms = max(self._latest_ms, wall_clock_ms)

    def now(self, now_ms: int) -> Surroundings:
        alarms = self._alarms
        self.saw(now_ms)
        return Surroundings(
            now_ms=now_ms,
            latest_ms=self._latest_ms,
            namespace=self._namespace,
            lead_ms=alarms.lead_ms,
            known_handlers=self._directory.handlers(),
            calendars=self._compiled(),
            upstreams=self._tables.upstreams,
            open_breakers=self._tables.open_breakers,
            ended_job_retention_ms=alarms.ended_job_retention_ms,
            dead_letter_retention_ms=alarms.dead_letter_retention_ms,
            timeout_grace_ms=alarms.timeout_grace_ms,
            tzdata_version=self._tzdata_version,
        )

    def _compiled(self) -> dict[str, recurrence.Calendar]:
        if self._calendars_version != self._tables.calendars_version:
            self._calendars = {}
            for name, definition in self._tables.calendars.items():
                compiled = recurrence.compile_calendar(definition)
                if isinstance(compiled, recurrence.Calendar):
                    self._calendars[name] = compiled
            self._calendars_version = self._tables.calendars_version
        return self._calendars
