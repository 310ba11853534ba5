"""A decision about a calendar in the making. Calendars have neither executions nor timers."""

from tickwheel.protocol.events.event import Event
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.decision import Decision, Outgoing
from tickwheel.scheduler.engine.draft import Stamp
from tickwheel.scheduler.engine.evolution.calendar_events import evolve_calendar
from tickwheel.scheduler.engine.state import CalendarState


class CalendarDraft:
    """Holds the events so far and the calendar after them."""

    def __init__(
        self, aggregate: Aggregate, calendar_id: str, now_ms: int, cause_id: str, actor: str
    ) -> None:
        self.calendar: CalendarState | None = aggregate.calendar
        self.calendar_id = calendar_id
        self.now_ms = now_ms
        self.cause_id = cause_id
        self.actor = actor
        self.events: list[Event] = []
        self.outbox: list[Outgoing] = []

    @property
    def version(self) -> int:
        return 0 if self.calendar is None else self.calendar.version

    def stamp(self) -> Stamp:
        return {
            "job_id": self.calendar_id,
            "sequence": 1 if self.calendar is None else self.calendar.sequence + 1,
            "at_ms": self.now_ms,
            "job_status": "SCHEDULED",
            "cause_id": self.cause_id,
            "actor": self.actor,
        }

    def record(self, event: Event) -> None:
        self.calendar = evolve_calendar(self.calendar, event)
        self.events.append(event)

    def decision(self) -> Decision:
        return Decision(None, tuple(self.events), calendar=self.calendar, outbox=tuple(self.outbox))
