"""The engine's timers with this scheduler's settings filled in."""

import msgspec

from tickwheel.scheduler.engine import timers
from tickwheel.scheduler.engine.state import ExecutionState, JobState
from tickwheel.scheduler.engine.surroundings import DAY_MS, HOUR_MS


class Alarms(msgspec.Struct, frozen=True, kw_only=True):
    lead_ms: int = 10_000
    ended_job_retention_ms: int = HOUR_MS
    timeout_grace_ms: int = 30_000
    dead_letter_retention_ms: int = 30 * DAY_MS

    def of_job(self, job: JobState) -> int:
        """When the job wants to be looked at next; 0 for never."""
        return timers.job_wake_ms(job, self.lead_ms, ended_job_retention_ms=self.ended_job_retention_ms)

    def of_execution(self, execution: ExecutionState) -> int:
        """When the execution wants to be looked at next; 0 for never."""
        return timers.execution_wake_ms(
            execution,
            self.lead_ms,
            timeout_grace_ms=self.timeout_grace_ms,
            dead_letter_retention_ms=self.dead_letter_retention_ms,
        )

    def is_ready(self, execution: ExecutionState, now_ms: int) -> bool:
        return timers.is_ready(execution, now_ms, self.lead_ms)
