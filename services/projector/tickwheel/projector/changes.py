"""The rows that a batch of events changes, each once, however many events touch it. Knows no database.

What comes out must not depend on where a batch ends: folding events one by one and folding them together give the same
tables. So a row here holds only what its events say, and what they leave open is settled by the merge.
"""

from tickwheel.projector.copytext import word
from tickwheel.projector.rows.execution import AttemptRow, ExecutionRow
from tickwheel.projector.rows.job import DefinedRow, DependencyRow, JobRow, JobVersionRow
from tickwheel.projector.rows.log import LogRow, ProgressRow
from tickwheel.projector.rows.record import (
    BackfillRow,
    CalendarRow,
    CommandRow,
    DeadLetterRow,
    SkippedRow,
)
from tickwheel.projector.rows.worker import HandlerHealthRow, HandlerRow, WorkerRow
from tickwheel.protocol.events.event import Event, ExecutionEvent


class NextLifeError(Exception):
    """An event of a job that was retired in this batch: its next life begins in the next batch."""


class OutOfSequenceError(Exception):
    """Within the batch an event does not follow the one before it."""

    def __init__(self, job_id: str, expected: int, found: int) -> None:
        super().__init__(job_id, expected, found)
        self.job_id = job_id
        self.expected = expected
        self.found = found


class Changes:
    """Rows by key. `partition` and `offset` are those of the event that is being folded."""

    def __init__(self) -> None:
        self.partition = 0
        self.offset = 0
        self.jobs: dict[str, JobRow] = {}
        self.job_versions: list[JobVersionRow] = []
        self.defined_jobs: dict[str, DefinedRow] = {}
        self.job_dependencies: dict[tuple[str, str], DependencyRow] = {}
        self.executions: dict[str, ExecutionRow] = {}
        self.attempts: dict[tuple[str, int], AttemptRow] = {}
        self.commands: dict[tuple[str, str], CommandRow] = {}
        self.skipped_occurrences: list[SkippedRow] = []
        self.dead_letters: dict[str, DeadLetterRow] = {}
        self.backfills: dict[tuple[str, str], BackfillRow] = {}
        self.calendars: dict[str, CalendarRow] = {}
        self.workers: dict[str, WorkerRow] = {}
        self.handlers: dict[str, HandlerRow] = {}
        self.handler_health: dict[str, HandlerHealthRow] = {}
        self.execution_logs: list[LogRow] = []
        self.execution_progress: dict[str, ProgressRow] = {}

    def job(self, event: Event) -> JobRow:
        """The job's row, with what every event says: its number, and the job's status after it."""
        row = self.jobs.get(event.job_id)
        if row is None:
            row = JobRow(
                event.job_id,
                self.partition,
                self.offset,
                event.sequence,
                self.offset,
                event.sequence,
                event.job_status,
                event.at_ms,
            )
            self.jobs[event.job_id] = row
            return row
        if row.retired_ms:
            raise NextLifeError(event.job_id)
        if event.sequence != row.sequence + 1:
            raise OutOfSequenceError(event.job_id, row.sequence + 1, event.sequence)
        row.sequence = event.sequence
        row.log_offset = self.offset
        row.status = event.job_status
        row.updated_ms = event.at_ms
        return row

    def execution(self, event: ExecutionEvent) -> ExecutionRow:
        row = self.executions.get(event.execution_id)
        if row is None:
            row = ExecutionRow(event.execution_id, event.job_id, self.partition, self.offset, event.at_ms)
            self.executions[event.execution_id] = row
        else:
            row.log_offset = self.offset
            row.updated_ms = event.at_ms
        return row

    def attempt(self, event: ExecutionEvent, execution: ExecutionRow) -> AttemptRow:
        key = (event.execution_id, event.attempt)
        row = self.attempts.get(key)
        if row is None:
            row = AttemptRow(
                event.execution_id, event.attempt, event.job_id, self.offset, execution.created_ms
            )
            self.attempts[key] = row
        else:
            row.log_offset = self.offset
        return row

    def accept(self, event: Event, command_type: str, execution_id: str | None) -> None:
        """The first event of a command tells how it was decided."""
        key = (event.cause_id, event.job_id)
        if key not in self.commands:
            self.commands[key] = CommandRow(
                word(event.cause_id),
                event.job_id,
                self.offset,
                command_type,
                True,
                word(event.actor),
                event.at_ms,
                type(event).__name__,
                event.sequence,
                execution_id,
            )
