"""The shape that every change of a job has."""

from collections.abc import Callable
from typing import Any

from tickwheel.scheduler.engine.state import ExecutionState, JobState

Changes = dict[str, Any]
"""Fields of JobState that become new. One dictionary and one replacement for an event: this is the hot path."""

JobChange = Callable[[JobState, Any, ExecutionState | None], Changes]
"""The job before, the event, and the execution before, if the event is about one."""

ExecutionChange = Callable[[ExecutionState, Any, JobState], ExecutionState | None]
"""The execution before, the event, and the job before. None: it has ended and is forgotten."""
