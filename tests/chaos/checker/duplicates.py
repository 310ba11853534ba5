"""Finds what happened twice: starts of one attempt, starts of an at_most_once execution, completions, executions, decisions."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.chaos.checker.history import Execution, Finding, History, Stamp
from tests.chaos.checker.instants import told


def duplicated(history: History) -> Iterator[Finding]:
    starts: dict[str, list[Stamp]] = defaultdict(list)
    ends: dict[str, list[Stamp]] = defaultdict(list)
    for stamp in history.stamps:
        {"start": starts, "end": ends}.get(stamp.what, defaultdict(list))[stamp.execution_id].append(stamp)
    once = {job.name for job in history.jobs if job.delivery == "at_most_once"}
    for each in starts.values():
        yield from _starts(each, once)
    for execution_id, each in ends.items():
        yield from _ends(each, history.executions.get(execution_id))
    for execution in history.executions.values():
        yield from _journal(execution)
    yield from _due_times(history)
    yield from _commands(history)


def _starts(starts: list[Stamp], once: set[str]) -> Iterator[Finding]:
    first = starts[0]
    for attempt, count in Counter(stamp.attempt for stamp in starts).items():
        if count > 1:
            yield _finding(first.job, first.due_ms, f"had its attempt {attempt} started {count} times")
    if first.job in once and len(starts) > 1:
        yield _finding(first.job, first.due_ms, f"is at_most_once and was started {len(starts)} times")


def _ends(ends: list[Stamp], execution: Execution | None) -> Iterator[Finding]:
    """A second end is right only if the first was given up: its worker was lost, or it ran out of time."""
    given_up = {} if execution is None else execution.over
    counted = [stamp for stamp in ends if given_up.get(stamp.attempt) not in ("lost", "failed")]
    if len(counted) > 1:
        yield _finding(
            counted[0].job, counted[0].due_ms, f"was completed {len(counted)} times by its handler"
        )


def _journal(execution: Execution) -> Iterator[Finding]:
    if execution.created > 1:
        yield _finding(execution.job, execution.due_ms, f"was created {execution.created} times")
    if len(execution.endings) > 1:
        kinds = " and ".join(ending.kind for ending in execution.endings)
        yield _finding(execution.job, execution.due_ms, f"ended more than once: {kinds}")


def _due_times(history: History) -> Iterator[Finding]:
    counts = Counter(
        (e.job, e.scheduled_ms) for e in history.executions.values() if e.origin in ("schedule", "catch_up")
    )
    for (job, due_ms), count in counts.items():
        if count > 1:
            yield _finding(job, due_ms, f"has {count} executions for one due time")


def _commands(history: History) -> Iterator[Finding]:
    made = Counter(e.cause_id for e in history.executions.values() if e.origin == "trigger")
    for order in history.orders:
        if order.command_id in history.decided_twice:
            yield _finding(order.job, order.sent_ms, f"had a {order.kind} both accepted and rejected")
        if order.kind == "trigger" and made[order.command_id] > 1:
            yield _finding(
                order.job, order.sent_ms, f"was run {made[order.command_id]} times for one trigger"
            )


def _finding(job: str, due_ms: int, what: str) -> Finding:
    sentence = f"job {job}, due at {told(due_ms)}, {what}"
    return Finding(kind="duplicated", job=job, at_ms=due_ms, sentence=sentence)
