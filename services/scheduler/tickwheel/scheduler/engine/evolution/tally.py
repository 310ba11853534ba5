"""How many executions a job has, by what they mean to it. Counted by difference, so a job holds no list of them."""

from tickwheel.scheduler.engine.state import ExecutionState

Tally = tuple[int, int, int, int]
"""Live, active, running, dead: the counters of JobState that one execution adds to."""

NONE: Tally = (0, 0, 0, 0)
_DEAD: Tally = (0, 0, 0, 1)
_RUNNING: Tally = (1, 1, 1, 0)
_ACTIVE: Tally = (1, 1, 0, 0)
_IDLE: Tally = (1, 0, 0, 0)
_BESIDE_THE_SCHEDULE = frozenset({"trigger", "retry"})


def tally(execution: ExecutionState | None) -> Tally:
    if execution is None:
        return NONE
    status = execution.status
    if status == "RUNNING":
        return _RUNNING
    if status == "FAILED":
        return _DEAD
    return _ACTIVE if status != "PENDING" or _holds_turn(execution) else _IDLE


def _holds_turn(execution: ExecutionState) -> bool:
    """Whether a pending execution keeps others from starting: not while it waits for something itself, and not
    while it is a trigger for later, which must not stop the schedule until then.
    """
    if execution.waits_for != "time":
        return False
    return execution.origin not in _BESIDE_THE_SCHEDULE or execution.due_ms <= execution.created_at_ms
