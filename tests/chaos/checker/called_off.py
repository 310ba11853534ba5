"""Finds what ran although it had been called off: by its ending in the journal, or long after its sender was told so."""

from collections import defaultdict
from collections.abc import Iterator

from tests.chaos.checker.contradictions import finding
from tests.chaos.checker.history import Finding, History, Order, Stamp

RECALL_MS = 12_000
"""A worker hears of a recall at once, or it is cut off: then its lease of 10 s ends, and it starts nothing any more. The
rest is for a machine that is too busy to write the stamp."""
FOR_EVER = 1 << 62


def cancelled_but_run(history: History) -> Iterator[Finding]:
    yield from _unstarted(history)
    yield from _after_the_answer(history)


def _unstarted(history: History) -> Iterator[Finding]:
    """What ended unstarted must not have started, unless in an attempt that had come to nothing before."""
    for stamp in history.stamps:
        execution = history.executions.get(stamp.execution_id)
        if stamp.what != "start" or execution is None:
            continue
        if execution.over.get(stamp.attempt) in ("lost", "failed"):
            continue
        for ending in execution.endings:
            if ending.kind in ("cancelled", "skipped") and not ending.started_at_ms:
                yield finding("cancelled_but_run", stamp, f"was {ending.kind} unstarted, but ran")


def _after_the_answer(history: History) -> Iterator[Finding]:
    """Nothing starts for the first time long after the API accepted a cancel, or the job's pause or deletion."""
    orders: dict[str, list[Order]] = defaultdict(list)
    for order in sorted(history.orders, key=lambda each: each.sent_real_ms):
        orders[order.job].append(order)
    for stamp in _first(history):
        for place, order in enumerate(orders[stamp.job]):
            until_ms = _undone_real_ms(order, orders[stamp.job][place + 1 :])
            if (
                _concerns(order, stamp, history)
                and order.acked_real_ms + RECALL_MS < stamp.real_ms < until_ms
            ):
                late_s = (stamp.real_ms - order.acked_real_ms) / 1_000
                yield finding(
                    "cancelled_but_run", stamp, f"was started {late_s:.1f} s after its {order.kind}"
                )


def _first(history: History) -> Iterator[Stamp]:
    seen = set()
    for stamp in sorted(history.stamps, key=lambda each: each.real_ms):
        if stamp.what == "start" and stamp.execution_id not in seen:
            seen.add(stamp.execution_id)
            yield stamp


def _concerns(order: Order, stamp: Stamp, history: History) -> bool:
    if not order.decided:
        return False
    if order.kind == "cancel":
        return order.execution_id == stamp.execution_id
    execution = history.executions.get(stamp.execution_id)
    by_schedule = execution is not None and execution.origin in ("schedule", "catch_up")
    return order.kind == "delete" or (order.kind == "pause" and by_schedule)


def _undone_real_ms(order: Order, later: list[Order]) -> int:
    """A pause holds until somebody asks for the contrary; the others for ever."""
    resumed = [each.sent_real_ms for each in later if each.kind == "resume"]
    return min(resumed, default=FOR_EVER) if order.kind == "pause" else FOR_EVER
