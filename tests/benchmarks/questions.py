"""Every list that the API offers, asked as people ask it: of what is plentiful, of what is rare, of what is not there."""

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

from tickwheel.command_api.reads import audit, dead_letters, executions, jobs
from tickwheel.command_api.reads.listing import Listing, Question
from tickwheel.runtime.clock import SystemClock

NOW = datetime.fromtimestamp(SystemClock().now_ms() / 1_000, UTC)
LONG_AGO = NOW - timedelta(days=300)
A_JOB = str(UUID(hashlib.md5(b"job777", usedforsecurity=False).hexdigest()))
"""As years.sql names it."""


def _ask(**words: object) -> Question:
    search, sort = str(words.pop("search", "")), str(words.pop("sort", ""))
    return Question(filters=words, search=search, sort=sort)


_EXECUTIONS = {
    "newest": _ask(),
    "oldest": _ask(sort="created_at"),
    "completed": _ask(status=["COMPLETED"]),
    "failed": _ask(status=["FAILED"]),
    "running": _ask(status=["RUNNING"]),
    "live": _ask(status=["PENDING", "QUEUED", "RUNNING", "PENDING_RETRY"]),
    "pending retry (none)": _ask(status=["PENDING_RETRY"]),
    "of a job": _ask(job_id=A_JOB),
    "failed of a job": _ask(job_id=A_JOB, status=["FAILED"]),
    "of a handler": _ask(handler="handler-3"),
    "of a rare handler": _ask(handler="rare.handler"),
    "of a handler that is not": _ask(handler="nobody"),
    "failed of a handler": _ask(handler="handler-3", status=["FAILED"]),
    "of an owner": _ask(owner="owner-3"),
    "of an owner that is not": _ask(owner="nobody"),
    "of a queue": _ask(queue="default"),
    "of a small queue": _ask(queue="gpu"),
    "of a former queue": _ask(queue="former"),
    "of a queue that is not": _ask(queue="nobody"),
    "of a worker": _ask(worker="worker-249"),
    "of a former worker": _ask(worker="worker-3"),
    "of a worker that is not": _ask(worker="nobody"),
    "by trigger": _ask(origin="trigger"),
    "by backfill": _ask(origin="backfill"),
    "of a backfill": _ask(backfill="b-1"),
    "of a backfill that is not": _ask(backfill="b-0"),
    "of the last hour": _ask(since=NOW - timedelta(hours=1)),
    "of a day long ago": _ask(since=LONG_AGO, until=LONG_AGO + timedelta(days=1)),
    "failed on a day long ago": _ask(status=["FAILED"], since=LONG_AGO, until=LONG_AGO + timedelta(days=1)),
    "by due time": _ask(sort="-due_at"),
    "search in a month long ago": _ask(
        search="report", since=LONG_AGO, until=LONG_AGO + timedelta(days=30), status=["FAILED"]
    ),
    "pending by due time": _ask(status=["PENDING"], sort="due_at"),
    "search for many": _ask(search="job-1"),
    "search for one job": _ask(search="job-777"),
    "search for an error": _ask(search="no such report"),
    "search for nothing": _ask(search="needle"),
}
_JOBS = {
    "newest": _ask(),
    "by name": _ask(sort="name"),
    "by priority": _ask(sort="-priority"),
    "by change": _ask(sort="-updated_at"),
    "by next due time": _ask(sort="next_due_at"),
    "by last end": _ask(sort="-last_finished_at"),
    "paused": _ask(status=["PAUSED"]),
    "completed": _ask(status=["COMPLETED"]),
    "of a handler": _ask(handler="handler-3"),
    "of a rare handler": _ask(handler="rare.handler"),
    "of an owner": _ask(owner="owner-3"),
    "of a queue": _ask(queue="gpu"),
    "of a tag": _ask(tags='{"team": "billing"}'),
    "search": _ask(search="job-777"),
    "search for nothing": _ask(search="needle"),
}
_DEAD_LETTERS = {
    "newest": _ask(),
    "open": _ask(status="OPEN"),
    "of a handler": _ask(handler="handler-3"),
    "of an owner": _ask(owner="owner-3"),
    "by job name": _ask(sort="job_name"),
    "of an error class": _ask(error_class="ValueError"),
    "of a day long ago": _ask(since=LONG_AGO, until=LONG_AGO + timedelta(days=1)),
    "search": _ask(search="report 1"),
    "search for nothing": _ask(search="needle"),
}
_AUDIT = {
    "newest": _ask(),
    "of an actor": _ask(actor="owner-3"),
    "refused": _ask(accepted=False),
    "of a day long ago": _ask(since=LONG_AGO, until=LONG_AGO + timedelta(days=1)),
}

QUESTIONS: dict[str, tuple[Listing, Question]] = {
    f"{kind}: {name}": (table, question)
    for kind, table, questions in (
        ("executions", executions.LISTING, _EXECUTIONS),
        ("jobs", jobs.LISTING, _JOBS),
        ("dead letters", dead_letters.LISTING, _DEAD_LETTERS),
        ("audit", audit.LISTING, _AUDIT),
    )
    for name, question in questions.items()
}
