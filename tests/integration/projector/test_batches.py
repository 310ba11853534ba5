"""The tables do not depend on where a batch ends."""

from typing import Any

import pytest
from tests.histories import History
from tests.projections import Projection

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.backfill import BackfillEnded, BackfillStarted
from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted
from tickwheel.protocol.events.dead_letter import DeadLetterDismissed, DeadLetterRedriven
from tickwheel.protocol.events.dependency import DependencySatisfied, DependentAdded
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import (
    AttemptDeferred,
    AttemptLost,
    AttemptReleased,
    ExecutionCancelled,
    ExecutionSkipped,
    ExecutionUnblocked,
    ExecutionWaiting,
    RecallRequested,
)
from tickwheel.protocol.events.job import JobDeleted, JobPaused, JobResumed, JobUpdated
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped
from tickwheel.protocol.ids import job_id

pytestmark = pytest.mark.postgres

UPSTREAMS = tuple(job_id("default", name) for name in ("up-1", "up-2", "up-3"))

TABLES = {
    "jobs": "job_id",
    "job_versions": "job_id, log_offset",
    "job_dependencies": "job_id, upstream_job_id",
    "job_placeholders": "job_id",
    "executions": "execution_id, created_at",
    "attempts": "execution_id, attempt",
    "commands": "command_id, job_id",
    "skipped_occurrences": "job_id, log_offset",
    "dead_letters": "execution_id",
    "backfills": "backfill_id",
    "calendars": "calendar_id",
}


def eventful() -> list[Event]:
    """One job that goes through everything."""
    history = History("eventful", depends_on=UPSTREAMS[:2])
    history.add(DependentAdded, "DELETED", dependent_job_id=UPSTREAMS[2])
    history.created()
    _retries_and_dies(history)
    _waits_and_is_cancelled(history)
    _fails_before_it_starts(history)
    _changes(history)
    history.add(JobDeleted, "DELETED", cause_id="c-delete", actor="ada")
    history.definition = JobDefinition(name="eventful", handler="third", depends_on=UPSTREAMS[1:2])
    history.created(cause_id="c-anew")
    history.add(JobPaused, "PAUSED", reason="holiday", automatic=False, cause_id="c-pause-2")
    history.add(JobDeleted, "DELETED", cause_id="c-delete-2", actor="ada")
    history.retired()
    history.add(DependentAdded, "DELETED", dependent_job_id=UPSTREAMS[2])
    history.created(cause_id="c-again")
    history.ran()
    awaited = History("awaited")
    awaited.add(DependentAdded, "DELETED", dependent_job_id=UPSTREAMS[2])
    return [*history.events, *_calendar(), *awaited.events]


def _retries_and_dies(history: History) -> None:
    first = history.due(cause_id="c-trigger", actor="bob", origin="trigger", payload='{"a": 1}')
    history.claimed(first, 1).attempt_failed(first, 1)
    history.claimed(first, 2)
    lost: dict[str, Any] = {"execution_id": first, "worker_id": "worker-1"}
    history.add(AttemptLost, attempt=2, started=True, retry_at_ms=history.now_ms + 5_000, **lost)
    history.claimed(first, 3).failed(first, 3)
    second = history.due(origin="retry", retry_of=first, cause_id="c-redrive", actor="ada")
    history.add(
        DeadLetterRedriven, execution_id=first, new_execution_id=second, cause_id="c-redrive", actor="ada"
    )
    history.claimed(second, 1).failed(second, 1)
    history.add(DeadLetterDismissed, execution_id=second, reason="known", cause_id="c-dismiss", actor="ada")


def _waits_and_is_cancelled(history: History) -> None:
    third = history.due(waits_for="turn")
    history.add(ExecutionUnblocked, execution_id=third, attempt=0, not_before_ms=history.now_ms)
    history.add(ExecutionWaiting, execution_id=third, attempt=0, reason="no live worker in queue default")
    history.claimed(third, 1)
    history.add(AttemptReleased, execution_id=third, attempt=1, worker_id="worker-1", reason="draining")
    history.add(AttemptDeferred, execution_id=third, attempt=1, until_ms=history.now_ms + 9, reason="breaker")
    history.claimed(third, 2)
    history.add(RecallRequested, execution_id=third, attempt=2, reason="cancel", worker_id="worker-1")
    history.add(ExecutionCancelled, execution_id=third, attempt=2, reason="asked", cause_id="c-cancel")
    fourth = history.due()
    history.claimed(fourth, 1).attempt_failed(fourth, 1)
    history.add(ExecutionCancelled, execution_id=fourth, attempt=1, reason="asked", cause_id="c-cancel-2")
    fifth = history.due()
    history.add(ExecutionSkipped, execution_id=fifth, attempt=0, reason_code="overlap", reason="overlap")


def _fails_before_it_starts(history: History) -> None:
    """Claimed, but its worker lost the lease before the handler's first line."""
    unstarted: dict[str, Any] = {"started_at_ms": 0, "worker_id": "", "error_class": "LeaseLost"}
    sixth = history.due()
    history.claimed(sixth, 1).attempt_failed(sixth, 1, **unstarted)
    history.claimed(sixth, 2).failed(sixth, 2, **unstarted)


def _changes(history: History) -> None:
    for version, upstreams in enumerate([UPSTREAMS[1:], UPSTREAMS[:1], UPSTREAMS], start=2):
        history.add(
            DependencySatisfied,
            upstream_job_id=UPSTREAMS[1],
            upstream_execution_id=UPSTREAMS[2],
            completed_at_ms=history.now_ms,
        )
        history.failed(history.due(), 0)
        history.definition = JobDefinition(
            name="eventful",
            handler="other",
            depends_on=upstreams,
            owner=f"owner-{version}",
            payload=f"[{version}]",
        )
        history.add(
            JobUpdated,
            definition=history.definition,
            version=version,
            next_due_ms=history.now_ms + 5,
            tzdata_version="2026a",
            cause_id=f"c-update-{version}",
        )
    history.add(JobPaused, "PAUSED", reason="holiday", automatic=False, cause_id="c-pause")
    history.add(
        OccurrenceSkipped,
        occurrence="o-1",
        due_ms=history.now_ms,
        last_due_ms=history.now_ms,
        count=3,
        reason_code="paused",
        reason="the job is paused",
        next_due_ms=0,
    )
    history.add(JobResumed, missed="skip", next_due_ms=history.now_ms, cause_id="c-resume")
    history.add(
        OccurrenceDeduplicated,
        occurrence="o-2",
        due_ms=history.now_ms,
        dedup_key="k",
        first_execution_id=UPSTREAMS[0],
        next_due_ms=0,
    )
    spans: dict[str, Any] = {"from_ms": history.now_ms - 10_000, "to_ms": history.now_ms}
    history.add(BackfillStarted, backfill_id="b", count=2, rate_per_minute=60, cause_id="b", **spans)
    history.add(BackfillEnded, backfill_id="b", created=2)
    history.answer(
        CommandRejected, command_type="PauseJob", code="conflict", field="", message="no", cause_id="c-no"
    )


def _calendar() -> list[Event]:
    history = History("calendar:holidays")
    for version in (1, 2):
        definition = CalendarDefinition(name="holidays", effect="exclude", days=("2026-12-25",))
        history.add(CalendarDefined, definition=definition, version=version, cause_id=f"cal-{version}")
    history.add(CalendarDeleted, name="holidays", cause_id="cal-3")
    history.add(CalendarDefined, definition=definition, version=3, cause_id="cal-4")
    return history.events


def contents(projection: Projection) -> dict[str, list[dict[str, Any]]]:
    return {table: projection.rows(f"TABLE {table} ORDER BY {key}") for table, key in TABLES.items()}


def project_in_batches(
    projection: Projection, size: int, *, in_flight: bool = False
) -> dict[str, list[dict[str, Any]]]:
    projection.start_over()
    records = [projection.record(event) for event in eventful()]
    for first in range(0, len(records), size):
        projection.project(records[first : first + size], more_to_come=in_flight)
    assert projection.backlog.settle()
    assert projection.backlog.stops == {}
    return contents(projection)


def test_one_by_one_in_threes_and_all_at_once_give_the_same_tables(projection: Projection) -> None:
    one_by_one = project_in_batches(projection, 1)
    assert all(one_by_one.values()), "the history must touch every table"
    for size in (2, 3, 7, 1_000):
        assert project_in_batches(projection, size) == one_by_one, f"in batches of {size}"


def test_batches_that_are_folded_while_the_one_before_is_written_give_the_same_tables(
    projection: Projection,
) -> None:
    at_rest = project_in_batches(projection, 1_000)
    for size in (1, 3, 7):
        assert project_in_batches(projection, size, in_flight=True) == at_rest, f"in batches of {size}"
