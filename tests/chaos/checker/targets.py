"""The due times that a job certainly had, told from its sender's orders.

An order counts as in force from when its sender heard of it (or, if that was before its decision, from the decision), and
its opposite as possible from when it was sent. Worked example, a job of every second:

    create acknowledged 2.4 ...... pause sent 7.9, acknowledged 8.3 ...... resume acknowledged 12.1 ......
              3  4  5  6  7         (8 may or may not have run)              13 14 15

So 3 to 7 and 13 onwards are required, and nothing is asked about the others.
"""

from collections.abc import Iterator, Mapping

from tests.chaos.checker.history import Job, Order

Window = tuple[int, int]

_BEGINS = ("create", "resume", "update")
_ENDS = ("pause", "delete", "update")


def required(job: Job, orders: list[Order], answered_ms: Mapping[str, int]) -> Iterator[int]:
    """Due times of a recurring job that must have run or have a reason. None before it was made: a clock that is set back
    brings them no nearer."""
    found = windows(orders, answered_ms)
    for opened_ms, closed_ms in found:
        begin_ms = max(job.first_ms, _on_grid(job, max(opened_ms, found[0][0])))
        yield from range(begin_ms, min(job.until_ms, closed_ms), job.period_ms)


def windows(orders: list[Order], answered_ms: Mapping[str, int]) -> list[Window]:
    """Stretches of time in which the job's schedule was certainly on."""
    found: list[Window] = []
    opened_ms: int | None = None
    doubtful = False
    for order in sorted(orders, key=lambda each: each.sent_real_ms):
        if order.kind in _ENDS:
            if opened_ms is not None:
                found.append((opened_ms, order.sent_ms))
            opened_ms = None
            # One that nobody heard of may arrive at any time later, and undo what follows.
            doubtful = doubtful or not order.acked_ms
        if order.kind in _BEGINS and order.acked_ms and opened_ms is None and not doubtful:
            opened_ms = max(order.acked_ms, answered_ms.get(order.command_id, 0))
    if opened_ms is not None:
        found.append((opened_ms, 1 << 62))
    return found


def _on_grid(job: Job, at_ms: int) -> int:
    """The first due time after this instant."""
    behind_ms = at_ms - job.first_ms
    return at_ms + 1 if behind_ms < 0 else job.first_ms + (behind_ms // job.period_ms + 1) * job.period_ms
