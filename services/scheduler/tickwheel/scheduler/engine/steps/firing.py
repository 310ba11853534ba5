"""Runs what waited for other jobs, as soon as they have completed."""

from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import dedup, execution, occurrence, turn, upstreams

LONGEST_CHAIN = 100
"""Completions that may lead to each other before it is taken for a loop that creation did not see."""


def fire_if_satisfied(draft: Draft, chain: tuple[str, ...]) -> None:
    """Release an execution that waits for upstreams, or make one if the job runs by its dependencies alone."""
    definition = draft.definition
    if draft.known_job.paused_at_ms or not definition.depends_on or not upstreams.are_satisfied(draft):
        return
    waiting = [e for e in draft.executions() if e.waits_for == "upstreams"]
    if waiting:
        _let_go(draft, min(waiting, key=lambda e: (e.due_ms, e.number)))
    elif definition.when == "manual":
        _fire(draft, chain)


def let_all_go(draft: Draft) -> None:
    """The job depends on no other any more."""
    waiting = [e for e in draft.executions() if e.waits_for == "upstreams"]
    for each in sorted(waiting, key=lambda e: (e.due_ms, e.number)):
        _let_go(draft, each)


def _let_go(draft: Draft, waiting: ExecutionState) -> None:
    if turn.must_wait(draft):
        turn.queue_up(draft, waiting)
    else:
        turn.unblock(draft, waiting)


def _fire(draft: Draft, chain: tuple[str, ...]) -> None:
    job = draft.known_job
    latest = max(job.satisfied, key=lambda s: s.completed_at_ms)
    name = f"dependency:{latest.upstream_execution_id}@{draft.now_ms}"
    if draft.job_id in chain or len(chain) >= LONGEST_CHAIN:
        reason = "its own completion led here, by way of the jobs it depends on: they form a loop"
        occurrence.skip_named(draft, name, draft.now_ms, "loop", reason)
        return
    key = dedup.SCHEDULE_KEY if draft.definition.dedup_window_ms else ""
    if dedup.deduplicate(draft, name, key, draft.now_ms, job.next_due_ms):
        return
    execution_id = execution.create(
        draft,
        name,
        "dependency",
        draft.now_ms,
        dedup_key=key,
        waits_for="turn" if turn.must_wait(draft) else "time",
        chain=chain,
    )
    created = draft.execution(execution_id)
    if created is not None and created.waits_for == "turn":
        turn.settle(draft, created)
