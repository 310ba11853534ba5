"""Finds whether a key was used within the job's dedup window."""

from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated
from tickwheel.scheduler.engine.draft import Draft

SCHEDULE_KEY = "schedule"
"""The key of every occurrence that nobody gave one: with a window of an hour the schedule runs once an hour."""


def deduplicate(
    draft: Draft, occurrence: str, key: str, due_ms: int, next_due_ms: int, *, at_ms: int = 0
) -> bool:
    """True if the key was used and this is now recorded as deduplicated. The window is counted from when the key was
    used; for due times of a schedule, between the due times themselves (`at_ms`), not the moments of deciding them.
    """
    first = _find(draft, key, at_ms or draft.now_ms)
    if first is None:
        return False
    draft.record(
        OccurrenceDeduplicated(
            **draft.stamp(),
            occurrence=occurrence,
            due_ms=due_ms,
            dedup_key=key,
            first_execution_id=first,
            next_due_ms=next_due_ms,
        )
    )
    return True


def _find(draft: Draft, key: str, at_ms: int) -> str | None:
    window_ms = draft.definition.dedup_window_ms
    if not key or not window_ms:
        return None
    for entry in draft.known_job.dedup:
        if entry.key == key and entry.at_ms + window_ms > at_ms:
            return entry.execution_id
    return None
