"""How late a start was, as real time went by: since the clock last reached its due time, and since it was known.

Worked example, a job due at 12:00:10 whose start is stamped 12:00:31 by the clock of the machine:

    real     :00      :05          :11      the clock was put forward by 20 s at real :05, and so passed the due time
    clock    :00   :05 -> :25      :31      at that instant: the start is 6 s late, not 21

A clock that is set back makes what was due a matter of the future again: lateness counts from when it is due once more.
"""

import bisect
from collections import defaultdict

from tests.chaos.checker.history import History, Order, Stamp

_ASKING = ("create", "update", "resume")


def first_starts(history: History) -> list[Stamp]:
    """The first start of every execution of a job that waits for nothing but its time, as they happened."""
    prompt = {job.name for job in history.jobs if job.prompt}
    first: dict[str, Stamp] = {}
    for stamp in sorted(history.stamps, key=lambda each: each.real_ms):
        if stamp.what == "start" and stamp.job in prompt:
            first.setdefault(stamp.execution_id, stamp)
    return list(first.values())


class Lateness:
    def __init__(self, history: History) -> None:
        self._jumps = sorted(history.jumps, key=lambda jump: jump.real_ms)
        self._asked: dict[str, list[Order]] = defaultdict(list)
        for order in sorted(history.orders, key=lambda each: each.sent_real_ms):
            if order.kind in _ASKING:
                self._asked[order.job].append(order)
        triggers = {order.command_id: order for order in history.orders if order.kind == "trigger"}
        self._triggers = {
            execution.execution_id: triggers[execution.cause_id]
            for execution in history.executions.values()
            if execution.cause_id in triggers
        }

    def of(self, start: Stamp) -> float:
        """In ms; 0 for one that was in time."""
        begins_ms = max(self.due_real_ms(start), self._known_real_ms(start))
        return max(0.0, start.real_ms - begins_ms)

    def due_real_ms(self, start: Stamp) -> float:
        """The last instant before the start at which the clock came to the due time, by walking or by a jump."""
        before = [jump for jump in self._jumps if jump.real_ms <= start.real_ms]
        off_ms = sum(jump.by_ms for jump in before)
        for jump in reversed(before):
            if start.due_ms - off_ms >= jump.real_ms:
                break
            off_ms -= jump.by_ms
            if jump.real_ms + off_ms < start.due_ms:
                return jump.real_ms
        return start.due_ms - off_ms

    def _known_real_ms(self, start: Stamp) -> float:
        """Nobody can start in time what was ordered, resumed or changed too late."""
        orders = self._asked[start.job]
        place = bisect.bisect_right(orders, start.real_ms, key=lambda order: order.sent_real_ms)
        heard = [_safe_real_ms(order) for order in orders[:place]]
        if start.execution_id in self._triggers:
            heard.append(_safe_real_ms(self._triggers[start.execution_id]))
        return max(heard, default=0)


def _safe_real_ms(order: Order) -> int:
    """Nothing was promised before its sender heard of it."""
    return order.acked_real_ms or order.sent_real_ms
