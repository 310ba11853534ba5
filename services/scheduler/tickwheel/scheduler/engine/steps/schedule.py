"""Follows a job's schedule up to now and the lead beyond: every due time in order, each decided once."""

from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.steps import catch_up, occurrence

MOST_A_PASS = 100
"""Due times decided in one decision. What is left rings again at once, after other jobs had their chance."""


def follow(draft: Draft) -> None:
    job = draft.job
    if job is None or job.deleted or job.paused_at_ms:
        return
    catch_up.catch_up(draft)
    for _ in range(MOST_A_PASS):
        due_ms = draft.known_job.next_due_ms
        if due_ms == 0 or due_ms - draft.around.lead_ms > draft.now_ms:
            return
        occurrence.occur(draft, due_ms, "schedule")
