"""The order of a merge: which rows are staged where, which checks come first, which statements follow.

Statements that no staged row concerns are left out, so a batch costs only what it touches.
"""

from collections.abc import Callable, Collection, Iterable
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


class Step(NamedTuple):
    statement: str
    """Name of its file."""
    concerns: Callable[[Any], bool]
    """Which rows it is for. What is true of a row here stands in the statement's WHERE."""


def _any(_: Any) -> bool:
    return True


class Stage(NamedTuple):
    table: str
    """Name in Changes; the staging table is staged_<table>."""
    row: type[msgspec.Struct]
    check: str
    """Query whose rows are faults of sequence, or empty."""
    steps: tuple[Step, ...]
    """What merges it, in order."""


class Staged(NamedTuple):
    """What a batch has for a stage."""

    stage: Stage
    text: str
    """Its rows, as COPY wants them."""
    statements: tuple[str, ...]
    """Those of the stage's steps that these rows need."""


STAGES = (
    # Before executions: an attempt lies in the month of its execution, which is looked up among those under way.
    Stage(
        "attempts",
        AttemptRow,
        "",
        (
            Step("attempts", lambda row: not row.if_open),
            Step("closed_attempts", lambda row: row.if_open),
        ),
    ),
    # Before jobs: what an execution takes from its job, it takes from the job as it was then.
    Stage(
        "executions",
        ExecutionRow,
        "",
        (
            Step("new_executions", lambda row: row.created_ms is not None),
            Step("known_executions", lambda row: row.created_ms is None),
        ),
    ),
    Stage(
        "dead_letters",
        DeadLetterRow,
        "",
        (
            Step("new_dead_letters", lambda row: row.failed_ms is not None),
            Step("resolved_dead_letters", lambda row: row.failed_ms is None),
        ),
    ),
    Stage(
        "jobs",
        JobRow,
        "job_sequences",
        (
            Step("new_jobs", lambda row: row.is_new),
            Step("known_jobs", lambda row: not row.is_new),
            Step("latest_versions", lambda row: row.definition is not None),
            Step("job_placeholders", lambda row: row.is_waited_for),
            Step("filled_placeholders", lambda row: row.is_new),
            Step("former_dependencies", lambda row: row.is_new or row.retired_ms),
        ),
    ),
    Stage("job_versions", JobVersionRow, "", (Step("job_versions", _any),)),
    Stage("defined_jobs", DefinedRow, "", (Step("dropped_dependencies", _any),)),
    Stage("job_dependencies", DependencyRow, "", (Step("job_dependencies", _any),)),
    Stage("commands", CommandRow, "", (Step("commands", _any),)),
    Stage("skipped_occurrences", SkippedRow, "", (Step("skipped_occurrences", _any),)),
    Stage("backfills", BackfillRow, "", (Step("backfills", _any),)),
    Stage("calendars", CalendarRow, "calendar_sequences", (Step("calendars", _any),)),
    Stage(
        "workers",
        WorkerRow,
        "",
        (
            Step("workers", lambda row: row.instance is not None),
            Step("stopped_workers", lambda row: row.instance is None),
        ),
    ),
    Stage("handlers", HandlerRow, "", (Step("handlers", _any),)),
    Stage("handler_health", HandlerHealthRow, "", (Step("handler_health", _any),)),
    Stage("execution_logs", LogRow, "", (Step("execution_logs", _any),)),
    Stage("execution_progress", ProgressRow, "", (Step("execution_progress", _any),)),
)


def staged(changes: Changes) -> list[Staged]:
    """What each stage gets; those that get nothing are left out."""
    return [
        Staged(stage, _lines(stage.row, rows), _statements(stage, rows))
        for stage in STAGES
        if (rows := _rows(changes, stage))
    ]


def _statements(stage: Stage, rows: Collection[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(step.statement for step in stage.steps if any(map(step.concerns, rows)))


@cache
def statement(name: str) -> bytes:
    """A file of this folder."""
    return (resources.files("tickwheel.projector.merge") / f"{name}.sql").read_bytes()


def _rows(changes: Changes, stage: Stage) -> Collection[msgspec.Struct]:
    rows: Any = getattr(changes, stage.table)
    return rows.values() if isinstance(rows, dict) else rows


def _lines(row: type[msgspec.Struct], rows: Iterable[msgspec.Struct]) -> str:
    template = _line_format(row)
    astuple = msgspec.structs.astuple
    return "".join([template % astuple(each) for each in rows])


@cache
def _line_format(row: type[msgspec.Struct]) -> str:
    """What makes a COPY line of a row's values."""
    return "\t".join(["%s"] * len(row.__struct_fields__)) + "\n"
