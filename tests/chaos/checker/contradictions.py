"""Finds where the journal and the handlers' own stamps cannot both be true."""

from collections.abc import Iterator

from tests.chaos.checker.history import Execution, Finding, History, Stamp
from tests.chaos.checker.instants import told

Attempt = tuple[str, int]


def untrue(history: History) -> Iterator[Finding]:
    """Completions that no handler knows of, runs and results that the journal does not know, and losses that were none."""
    starts, ends = _of(history, "start"), _of(history, "end")
    for execution in history.executions.values():
        yield from _completions(execution, ends)
        for attempt, how in execution.over.items():
            stamp = starts.get((execution.execution_id, attempt))
            if how in ("unstarted", "released") and stamp is not None:
                yield finding("untrue", stamp, f"counts as never started in attempt {attempt}, but was")
    for (execution_id, _), stamp in starts.items():
        if execution_id not in history.executions:
            yield finding("untrue", stamp, "was run by a handler, and the journal knows nothing of it")
    for (execution_id, attempt), stamp in ends.items():
        known = history.executions.get(execution_id)
        if known is not None and attempt not in known.over and not known.endings:
            yield finding("untrue", stamp, "was completed by its handler, and the result was lost")


def _completions(execution: Execution, ends: dict[Attempt, Stamp]) -> Iterator[Finding]:
    for ending in execution.endings:
        if ending.kind == "completed" and (execution.execution_id, ending.attempt) not in ends:
            sentence = (
                f"job {execution.job}, due at {told(execution.due_ms)}, counts as completed by attempt "
                f"{ending.attempt}, which no handler has ended"
            )
            yield Finding(kind="untrue", job=execution.job, at_ms=execution.due_ms, sentence=sentence)


def unfinished(history: History) -> Iterator[Finding]:
    for execution in history.executions.values():
        if not execution.endings:
            sentence = (
                f"job {execution.job}, due at {told(execution.due_ms)}, has an execution that never ended"
            )
            yield Finding(kind="unfinished", job=execution.job, at_ms=execution.due_ms, sentence=sentence)


def _of(history: History, what: str) -> dict[Attempt, Stamp]:
    return {(s.execution_id, s.attempt): s for s in history.stamps if s.what == what}


def finding(kind: str, stamp: Stamp, what: str) -> Finding:
    sentence = f"job {stamp.job}, due at {told(stamp.due_ms)}, {what} (execution {stamp.execution_id})"
    return Finding(kind=kind, job=stamp.job, at_ms=stamp.due_ms, sentence=sentence)
