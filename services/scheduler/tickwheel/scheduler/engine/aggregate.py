"""The view that decide gets: one job and its executions, or one calendar."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState

NO_EXECUTIONS: Mapping[str, ExecutionState] = MappingProxyType({})


class Aggregate(msgspec.Struct, frozen=True):
    """Everything that one decision may look at and change."""

    job: JobState | None = None
    executions: Mapping[str, ExecutionState] = NO_EXECUTIONS
    calendar: CalendarState | None = None
    """Only for commands about a calendar."""


NOTHING = Aggregate()
