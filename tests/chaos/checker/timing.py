"""Finds runs that began before their time, or long after it."""

from collections.abc import Iterator

from tests.chaos.checker.history import Finding, History, Span, Stamp
from tests.chaos.checker.instants import told
from tests.chaos.checker.lateness import Lateness, first_starts

LATE_MS = 30_000
"""How long a start may be overdue while nothing is broken (time in which something is does not count). The longest way back
that the design has takes about 25 s: a silent member loses its session after 6 s and a worker its lease after 10 s, the call
in which a producer waits for a broker that has gone ends after 5 s, and the next one takes over within 9 s."""
JUMP_SHADOW_MS = 3_000
"""A clock may be set back between the decision to start and the handler's first line."""


def early(history: History) -> Iterator[Finding]:
    for stamp in history.stamps:
        if stamp.what != "start":
            continue
        not_before_ms = _not_before_ms(history, stamp)
        if stamp.wall_ms + _set_back_ms(history, stamp) < not_before_ms:
            yield Finding(
                kind="early",
                job=stamp.job,
                at_ms=not_before_ms,
                sentence=f"job {stamp.job}, due at {told(not_before_ms)}, was started at {told(stamp.wall_ms)} "
                f"(attempt {stamp.attempt} on {stamp.worker})",
            )


def late(history: History) -> Iterator[Finding]:
    for stamp, late_ms, unexcused_ms in overdue(history):
        if unexcused_ms > LATE_MS:
            yield Finding(
                kind="late",
                job=stamp.job,
                at_ms=stamp.due_ms,
                sentence=f"job {stamp.job}, due at {told(stamp.due_ms)}, was started {late_ms / 1_000:.1f} s late, "
                f"for {unexcused_ms / 1_000:.1f} s of which nothing was broken",
            )


def overdue(history: History) -> Iterator[tuple[Stamp, float, float]]:
    """Every first start, how late it was, and for how much of that nothing was broken."""
    lateness = Lateness(history)
    for stamp in first_starts(history):
        late_ms = lateness.of(stamp)
        yield stamp, late_ms, _unbroken_ms(history.faults, stamp.real_ms - late_ms, stamp.real_ms)


def _unbroken_ms(faults: list[Span], begin_ms: float, end_ms: float) -> float:
    """How much of a stretch of time lies outside of every fault."""
    unbroken, at_ms = 0.0, begin_ms
    for fault in sorted(faults, key=lambda each: each.began_ms):
        if at_ms < fault.ended_ms and fault.began_ms < end_ms:
            unbroken += max(0.0, fault.began_ms - at_ms)
            at_ms = float(fault.ended_ms)
    return unbroken + max(0.0, end_ms - at_ms)


def _not_before_ms(history: History, stamp: Stamp) -> int:
    execution = history.executions.get(stamp.execution_id)
    if execution is None or stamp.attempt == 1:
        return stamp.due_ms
    return max(stamp.due_ms, execution.retry_at_ms.get(stamp.attempt - 1, 0))


def _set_back_ms(history: History, stamp: Stamp) -> float:
    return sum(
        -jump.by_ms
        for jump in history.jumps
        if jump.by_ms < 0 and 0 <= stamp.real_ms - jump.real_ms <= JUMP_SHADOW_MS
    )
