"""Everything that can be decided on: commands, what workers say, signals of other owners, and what the service noticed."""

import msgspec

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.signals import DependencyRequested, DependencyWithdrawn, UpstreamCompleted


class Noticed(msgspec.Struct, frozen=True, gc=False):
    """Something that the service itself noticed about a job."""

    job_id: str


class JobDue(Noticed, frozen=True, gc=False):
    """The job's one timer rang: a due time is near, a backfill goes on, or it can be forgotten."""


class ExecutionDue(Noticed, frozen=True, gc=False):
    """The execution's one timer rang: its turn is decided, its time-out is over, or its dead letter expires."""

    execution_id: str


class LeaseLost(Noticed, frozen=True, gc=False):
    """The lease of the worker that had claimed this attempt has ended."""

    execution_id: str
    attempt: int
    worker_id: str


class Placed(Noticed, frozen=True, gc=False):
    """Placement has chosen a mailbox for a ready execution."""

    execution_id: str
    worker_id: str
    mailbox_topic: str
    mailbox_partition: int


class Unplaceable(Noticed, frozen=True, gc=False):
    """Placement found no mailbox for a ready execution, and why."""

    execution_id: str
    reason: str


Signal = DependencyRequested | DependencyWithdrawn | UpstreamCompleted
Input = Command | AttemptClaim | AttemptOutcome | Signal | Noticed
