"""How many executions a job has, by what they mean to it. Counted by difference, so a job holds no list of them."""

from msgspec.structs import replace

from tickwheel.scheduler.engine.evolution.changes import Changes
from tickwheel.scheduler.engine.state import ExecutionState, JobState

Tally = tuple[int, int, int, int]
"""Live, active, running, dead: the counters of JobState that one execution adds to."""

NONE: Tally = (0, 0, 0, 0)
_DEAD: Tally = (0, 0, 0, 1)
_RUNNING: Tally = (1, 1, 1, 0)
_ACTIVE: Tally = (1, 1, 0, 0)
_IDLE: Tally = (1, 0, 0, 0)
_BACKFILL_RUNNING: Tally = (1, 0, 1, 0)
_BESIDE_THE_SCHEDULE = frozenset({"trigger", "retry"})


def tally(execution: ExecutionState | None) -> Tally:
    if execution is None:
        return NONE
    status = execution.status
    if status == "FAILED":
        return _DEAD
    if execution.backfill_id:
        return _BACKFILL_RUNNING if status == "RUNNING" else _IDLE
    if status == "RUNNING":
        return _RUNNING
    return _ACTIVE if status != "PENDING" or _stands_in_the_way(execution) else _IDLE


def holds_turn(execution: ExecutionState) -> bool:
    """Whether an occurrence that must not overlap waits for it."""
    return tally(execution)[1] > 0


def _stands_in_the_way(execution: ExecutionState) -> bool:
    """Whether a pending execution keeps others from starting: not while it waits for something itself, and not
    while it is a trigger for later, which must not stop the schedule until then.
    """
    if execution.waits_for != "time":
        return False
    return execution.origin not in _BESIDE_THE_SCHEDULE or execution.due_ms <= execution.created_at_ms


def count(
    job: JobState, changes: Changes, before: ExecutionState | None, after: ExecutionState | None
) -> None:
    """Add to the changes what the change of an execution means for its job's counters."""
    was, now = tally(before), tally(after)
    if was is now:
        return
    changes["live"] = job.live + now[0] - was[0]
    changes["active"] = job.active + now[1] - was[1]
    changes["running"] = job.running + now[2] - was[2]
    changes["dead"] = job.dead + now[3] - was[3]
    if before is not None and before.backfill_id and was[0] > now[0]:
        changes["backfills"] = tuple(
            replace(b, live=b.live - 1) if b.backfill_id == before.backfill_id else b for b in job.backfills
        )
