"""Histories of jobs for tests of what reads the journal: events in order, numbered as a scheduler numbers them."""

from typing import Any, TypeVar

from tickwheel.protocol import ids
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import (
    AttemptClaimed,
    AttemptFailed,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionDispatched,
    ExecutionFailed,
)
from tickwheel.protocol.events.job import JobCreated, JobRetired
from tickwheel.protocol.vocabulary import JobStatus

E = TypeVar("E", bound=Event)

NOVEMBER = 1_794_000_000_000
"""2026-11-06T21:20:00Z"""

WORKER = "worker-1"


class History:
    """One job. Each method adds events and time passes by a second with each."""

    def __init__(self, name: str, *, start_ms: int = NOVEMBER, **definition: Any) -> None:
        self.definition = JobDefinition(name=name, handler="reports.daily", owner="ada", **definition)
        self.job_id = ids.job_id("default", name)
        self.events: list[Event] = []
        self.now_ms = start_ms
        self._sequence = 0
        self._runs = 0

    def add(self, kind: type[E], status: JobStatus = "SCHEDULED", /, **fields: Any) -> E:
        self._sequence += 1
        return self.answer(kind, status, **fields)

    def answer(self, kind: type[E], status: JobStatus = "SCHEDULED", /, **fields: Any) -> E:
        """An event that takes no number of its own."""
        self.now_ms += 1_000
        event = kind(
            job_id=self.job_id, sequence=self._sequence, at_ms=self.now_ms, job_status=status, **fields
        )
        self.events.append(event)
        return event

    def created(self, **fields: Any) -> "History":
        common = {"definition": self.definition, "version": 1, "next_due_ms": 0, "tzdata_version": "2026a"}
        self.add(
            JobCreated, **{**common, "cause_id": f"create-{self.definition.name}", "actor": "ada", **fields}
        )
        return self

    def due(self, **fields: Any) -> str:
        """A new execution, and its id."""
        self._runs += 1
        execution_id = ids.execution_id(self.job_id, f"run-{self._runs}")
        common = {
            "execution_id": execution_id,
            "attempt": 0,
            "occurrence": f"run-{self._runs}",
            "origin": "schedule",
            "due_ms": self.now_ms + 10_000,
            "scheduled_ms": self.now_ms + 10_000,
            "next_due_ms": 0,
            "job_name": self.definition.name,
            "handler": self.definition.handler,
            "queue": self.definition.queue,
            "priority": self.definition.priority,
        }
        self.add(ExecutionCreated, **{**common, **fields})
        return execution_id

    def claimed(self, execution_id: str, attempt: int = 1) -> "History":
        about = {"execution_id": execution_id, "attempt": attempt, "worker_id": WORKER}
        mailbox = {"mailbox_topic": "executions.default.normal", "mailbox_partition": 3}
        self.add(ExecutionDispatched, "QUEUED", not_before_ms=self.now_ms, **about, **mailbox)
        self.add(AttemptClaimed, "RUNNING", starts_at_ms=self.now_ms, **about)
        return self

    def completed(self, execution_id: str, attempt: int = 1, result: str = '{"rows": 3}') -> "History":
        about: dict[str, Any] = {"execution_id": execution_id, "attempt": attempt, "worker_id": WORKER}
        times: dict[str, Any] = {"started_at_ms": self.now_ms, "finished_at_ms": self.now_ms + 500}
        self.add(ExecutionCompleted, result=result, **about, **times)
        return self

    def attempt_failed(self, execution_id: str, attempt: int = 1, **fields: Any) -> "History":
        failure = self._failure(execution_id, attempt) | fields
        self.add(AttemptFailed, retry_at_ms=self.now_ms + 2_000, **failure)
        return self

    def failed(self, execution_id: str, attempt: int = 1, **fields: Any) -> "History":
        failure = self._failure(execution_id, attempt) | fields
        self.add(ExecutionFailed, "FAILED", dead_lettered=True, **failure)
        return self

    def ran(self) -> str:
        """A whole run that went well."""
        execution_id = self.due()
        self.claimed(execution_id).completed(execution_id)
        return execution_id

    def retired(self) -> "History":
        """The next event starts at 1 again."""
        self.add(JobRetired, "COMPLETED")
        self._sequence = 0
        return self

    def _failure(self, execution_id: str, attempt: int) -> dict[str, Any]:
        return {
            "execution_id": execution_id,
            "attempt": attempt,
            "worker_id": WORKER,
            "kind": "error",
            "error_class": "ValueError",
            "error_message": "no such report",
            "traceback": 'File "reports.py", line 7\n\traise ValueError',
            "started_at_ms": self.now_ms,
            "finished_at_ms": self.now_ms + 100,
        }
