"""What decide returns: everything that follows from one input, as values. The service does it, in one transaction."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.signals import (
    DependencyRequested,
    DependencyWithdrawn,
    JobDependencies,
    UpstreamCompleted,
)
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState

UNCHANGED: Mapping[str, ExecutionState | None] = MappingProxyType({})


class Dispatch(msgspec.Struct, frozen=True, gc=False):
    """An attempt for a mailbox."""

    topic: str
    partition: int
    message: AttemptDispatch


class CalendarEntry(msgspec.Struct, frozen=True, gc=False):
    """A row of the table of calendars, by name; without a definition it is to be removed."""

    name: str
    definition: CalendarDefinition | None


Outgoing = (
    Dispatch
    | DependencyRequested
    | DependencyWithdrawn
    | UpstreamCompleted
    | DeadLetter
    | JobDependencies
    | CalendarEntry
)
"""Published in the same transaction as the events. JobDependencies without upstreams is to be removed."""


class Decision(msgspec.Struct, frozen=True):
    """Events and the state after them. Without events nothing changed, and `stale` says why."""

    job: JobState | None
    """The job after the events; None if there is none (any more)."""
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    """Set if a command was refused; the CommandRejected is among the events."""
    executions: Mapping[str, ExecutionState | None] = UNCHANGED
    """Executions that changed, None for those that ended."""
    calendar: CalendarState | None = None
    """The calendar after the events, for commands about one."""
    outbox: tuple[Outgoing, ...] = ()
    recalls: tuple[RecallAttempt, ...] = ()
    """To be sent after the commit; sent again after a restore, see timers.recall_of."""
    stale: str = ""
    """Why the input did not fit any more, if it did not: a word to count by."""
