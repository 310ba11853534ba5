"""Every message there is, sorted by the topic that carries it. A message that is not here has no wire form."""

from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.cluster import ClusterInitialised
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.execution import (
    CancelExecution,
    DismissDeadLetter,
    RedriveDeadLetter,
    RetryExecution,
)
from tickwheel.protocol.commands.job import (
    BackfillJob,
    CreateJob,
    DeleteJob,
    PauseJob,
    ResumeJob,
    TriggerJob,
    UpdateJob,
)
from tickwheel.protocol.control import DrainWorker, RecallAttempt
from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.protocol.events.backfill import BackfillEnded, BackfillPlanned, BackfillStarted
from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted
from tickwheel.protocol.events.dead_letter import DeadLetterDismissed, DeadLetterExpired, DeadLetterRedriven
from tickwheel.protocol.events.dependency import DependencySatisfied, DependentAdded, DependentRemoved
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import (
    AttemptClaimed,
    AttemptDeferred,
    AttemptFailed,
    AttemptLost,
    AttemptReleased,
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionDispatched,
    ExecutionFailed,
    ExecutionSkipped,
    ExecutionUnblocked,
    ExecutionWaiting,
    RecallRequested,
)
from tickwheel.protocol.events.job import (
    JobCreated,
    JobDeleted,
    JobPaused,
    JobResumed,
    JobRetired,
    JobUpdated,
)
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped
from tickwheel.protocol.handlers import HandlerBacklog, HandlerHealth, HandlerStats
from tickwheel.protocol.logs import ExecutionLogged, ProgressReported
from tickwheel.protocol.message import Message
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.quarantine import QuarantinedRecord
from tickwheel.protocol.signals import (
    DependencyRequested,
    DependencyWithdrawn,
    JobDependencies,
    UpstreamCompleted,
)
from tickwheel.protocol.workers import HandlerRegistered, Mailbox, WorkerHeartbeat, WorkerStopped

COMMANDS: tuple[type[Command], ...] = (
    CreateJob,
    UpdateJob,
    DeleteJob,
    PauseJob,
    ResumeJob,
    TriggerJob,
    BackfillJob,
    CancelExecution,
    RetryExecution,
    RedriveDeadLetter,
    DismissDeadLetter,
    DefineCalendar,
    DeleteCalendar,
)

EVENTS: tuple[type[Event], ...] = (
    JobCreated,
    JobUpdated,
    JobPaused,
    JobResumed,
    JobDeleted,
    JobRetired,
    ExecutionCreated,
    ExecutionWaiting,
    ExecutionUnblocked,
    ExecutionDispatched,
    AttemptClaimed,
    AttemptReleased,
    AttemptDeferred,
    AttemptFailed,
    AttemptLost,
    RecallRequested,
    ExecutionCompleted,
    ExecutionFailed,
    ExecutionCancelled,
    ExecutionSkipped,
    OccurrenceSkipped,
    OccurrenceDeduplicated,
    BackfillPlanned,
    BackfillStarted,
    BackfillEnded,
    DependencySatisfied,
    DependentAdded,
    DependentRemoved,
    DeadLetterRedriven,
    DeadLetterDismissed,
    DeadLetterExpired,
    CalendarDefined,
    CalendarDeleted,
    CommandRejected,
    CommandRepeated,
)

SIGNALS: tuple[type[Message], ...] = (DependencyRequested, DependencyWithdrawn, UpstreamCompleted)
WORKERS: tuple[type[Message], ...] = (WorkerHeartbeat, WorkerStopped)
CONTROL: tuple[type[Message], ...] = (RecallAttempt, DrainWorker)
LOGS: tuple[type[Message], ...] = (ExecutionLogged, ProgressReported)
STATS: tuple[type[Message], ...] = (HandlerStats, HandlerBacklog)

OTHERS: tuple[type[Message], ...] = (
    AttemptClaim,
    AttemptDispatch,
    AttemptOutcome,
    HandlerRegistered,
    HandlerHealth,
    DeadLetter,
    QuarantinedRecord,
    JobDependencies,
    ClusterInitialised,
)
"""Topics that carry one type only."""

PARTS: tuple[type[Message], ...] = (JobDefinition, CalendarDefinition, CalendarWindow, Mailbox)
"""Never a record by themselves: they stand inside other messages."""

MESSAGES: tuple[type[Message], ...] = (
    *COMMANDS,
    *EVENTS,
    *SIGNALS,
    *WORKERS,
    *CONTROL,
    *LOGS,
    *STATS,
    *OTHERS,
    *PARTS,
)
