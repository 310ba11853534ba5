"""The order of a merge: which rows are staged where, which checks come first, which statements follow.

Statements whose staging table got no rows are left out, so a batch costs only what it touches.
"""

from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from tickwheel.projector.changes import Changes
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


class Stage(NamedTuple):
    table: str
    """Name in Changes; the staging table is staged_<table>."""
    row: type[msgspec.Struct]
    check: str
    """Query whose rows are faults of sequence, or empty."""
    statements: tuple[str, ...]
    """Names of the files that merge it, in order."""


STAGES = (
    # Before jobs: what an execution takes from its job, it takes from the job as it was then.
    Stage("executions", ExecutionRow, "", ("new_executions", "known_executions")),
    Stage("attempts", AttemptRow, "", ("attempts", "closed_attempts")),
    Stage("dead_letters", DeadLetterRow, "", ("new_dead_letters", "resolved_dead_letters")),
    Stage(
        "jobs",
        JobRow,
        "job_sequences",
        (
            "new_jobs",
            "known_jobs",
            "latest_versions",
            "job_placeholders",
            "filled_placeholders",
            "former_dependencies",
        ),
    ),
    Stage("job_versions", JobVersionRow, "", ("job_versions",)),
    Stage("defined_jobs", DefinedRow, "", ("dropped_dependencies",)),
    Stage("job_dependencies", DependencyRow, "", ("job_dependencies",)),
    Stage("commands", CommandRow, "", ("commands",)),
    Stage("skipped_occurrences", SkippedRow, "", ("skipped_occurrences",)),
    Stage("backfills", BackfillRow, "", ("backfills",)),
    Stage("calendars", CalendarRow, "calendar_sequences", ("calendars",)),
    Stage("workers", WorkerRow, "", ("workers", "stopped_workers")),
    Stage("handlers", HandlerRow, "", ("handlers",)),
    Stage("handler_health", HandlerHealthRow, "", ("handler_health",)),
    Stage("execution_logs", LogRow, "", ("execution_logs",)),
    Stage("execution_progress", ProgressRow, "", ("execution_progress",)),
)


def rows_of(changes: Changes, stage: Stage) -> Iterable[msgspec.Struct]:
    rows: Any = getattr(changes, stage.table)
    return rows.values() if isinstance(rows, dict) else rows


@cache
def statement(name: str) -> bytes:
    """A file of this folder."""
    return (resources.files("tickwheel.projector.merge") / f"{name}.sql").read_bytes()


@cache
def line_format(row: type[msgspec.Struct]) -> str:
    """What makes a COPY line of a row's values."""
    return "\t".join(["%s"] * len(row.__struct_fields__)) + "\n"
