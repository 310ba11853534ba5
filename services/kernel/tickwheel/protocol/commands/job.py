"""Commands that make, change and steer a job."""

from tickwheel.protocol.commands.command import Command, JobCommand
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import CatchUp


class CreateJob(Command, frozen=True, gc=False, kw_only=True):
    """Make a job."""

    definition: JobDefinition
    """The job."""
    allow_unknown_handler: bool = False
    """Accept a handler that no live worker has registered."""


class UpdateJob(JobCommand, frozen=True, gc=False, kw_only=True):
    """Replace a job's definition."""

    definition: JobDefinition
    """The whole new definition; the name must stay."""
    expected_version: int = 0
    """Refuse unless the job has this version; 0 for any."""
    allow_unknown_handler: bool = False
    """Accept a handler that no live worker has registered."""


class DeleteJob(JobCommand, frozen=True, gc=False, kw_only=True):
    """End a job for good; what runs is cancelled."""

    expected_version: int = 0
    """Refuse unless the job has this version; 0 for any."""


class PauseJob(JobCommand, frozen=True, gc=False, kw_only=True):
    """Stop a job's schedule until it is resumed."""

    reason: str = ""
    """Why, for people."""


class ResumeJob(JobCommand, frozen=True, gc=False, kw_only=True):
    """Let a paused job's schedule go on."""

    missed: CatchUp = "skip"
    """What to do with the due times of the pause."""


class TriggerJob(JobCommand, frozen=True, gc=False, kw_only=True):
    """Run a job now, or at an instant, beside its schedule."""

    payload: str = ""
    """JSON object as text instead of the job's own; empty for the job's own."""
    run_at_ms: int = 0
    """When to run; 0 for now."""
    dedup_key: str = ""
    """Key for the job's dedup window; empty for none."""
    priority: int = -1
    """Priority instead of the job's own; -1 for the job's own."""


class BackfillJob(JobCommand, frozen=True, gc=False, kw_only=True):
    """Run a job for every due time of a past range."""

    from_ms: int
    """First instant of the range."""
    to_ms: int
    """First instant after the range."""
    rate_per_minute: int = 0
    """At most so many executions are created a minute; 0 for the cluster's default."""
    dry_run: bool = False
    """Only answer what would run."""
