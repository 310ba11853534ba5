"""Rebuilds every state from the journal alone, and notices when the journal has a gap."""

from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.job import JobRetired
from tickwheel.scheduler.engine.evolution.calendar_events import evolve_calendar
from tickwheel.scheduler.engine.evolve import JOB_CHANGES, evolve
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState


class Fold:
    """All jobs, executions and calendars after the events so far."""

    def __init__(self) -> None:
        self.jobs: dict[str, JobState] = {}
        self.executions: dict[str, dict[str, ExecutionState]] = {}
        self.calendars: dict[str, CalendarState] = {}

    def apply(self, event: Event) -> str:
        """What is wrong with the event's place in the journal; empty almost always. It is folded all the same."""
        if isinstance(event, CalendarDefined | CalendarDeleted):
            return self._apply_to_calendar(event)
        if type(event) not in JOB_CHANGES and not isinstance(event, JobRetired):
            return ""
        job = self.jobs.get(event.job_id)
        gap = _gap(0 if job is None else job.sequence, event)
        executions = self.executions.setdefault(event.job_id, {})
        execution_id: str = getattr(event, "execution_id", "")
        after, execution = evolve(job, executions.get(execution_id), event)
        if execution is None:
            executions.pop(execution_id, None)
        else:
            executions[execution_id] = execution
        if after is None:
            self.jobs.pop(event.job_id, None)
            self.executions.pop(event.job_id, None)
        else:
            self.jobs[event.job_id] = after
        return gap

    def _apply_to_calendar(self, event: Event) -> str:
        calendar = self.calendars.get(event.job_id)
        gap = _gap(0 if calendar is None else calendar.sequence, event)
        after = evolve_calendar(calendar, event)
        if after is not None:
            self.calendars[event.job_id] = after
        return gap


def _gap(last: int, event: Event) -> str:
    if event.sequence == last + 1:
        return ""
    return f"expected event {last + 1} of {event.job_id}, but found {event.sequence} ({type(event).__name__})"
