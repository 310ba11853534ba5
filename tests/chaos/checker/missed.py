"""Finds due times that have neither a run of their own nor a reason. A run answers for one due time only."""

import bisect
from collections import defaultdict
from collections.abc import Iterator

from tests.chaos.checker import targets
from tests.chaos.checker.history import Ending, Execution, Finding, History, Job, Order, Skip
from tests.chaos.checker.instants import told

REASONED = ("failed", "cancelled", "skipped")
LINK_MS = 30_000
"""A new job is made known to the owner of its upstream by a message: in a moment, or when what is broken has come back."""


class Missed:
    def __init__(self, history: History) -> None:
        self._history = history
        self._runs = {(stamp.job, stamp.due_ms) for stamp in history.stamps if stamp.what == "start"}
        self._ends = {(stamp.job, stamp.due_ms) for stamp in history.stamps if stamp.what == "end"}
        self._started = {stamp.execution_id for stamp in history.stamps if stamp.what == "start"}
        self._of_job: dict[str, list[Execution]] = defaultdict(list)
        for execution in history.executions.values():
            self._of_job[execution.job].append(execution)
        self._skips: dict[str, list[Skip]] = defaultdict(list)
        for skip in sorted(history.skips, key=lambda each: each.first_ms):
            self._skips[skip.job].append(skip)
        self._orders: dict[str, list[Order]] = defaultdict(list)
        for order in history.orders:
            self._orders[order.job].append(order)

    def findings(self) -> Iterator[Finding]:
        for job in self._history.jobs:
            if job.when == "every":
                yield from self._recurring(job)
            elif job.when in ("at", "soon"):
                yield from self._one_off(job)
            if job.upstream:
                yield from self._downstream(job)
        yield from self._triggers()

    def _recurring(self, job: Job) -> Iterator[Finding]:
        reasoned = {e.scheduled_ms for e in self._of_job[job.name] if self._is_reasoned(e)}
        for due_ms in targets.required(job, self._orders[job.name], self._history.answered_ms):
            ran = (job.name, due_ms) in self._runs
            if not (ran or due_ms in reasoned or self._is_skipped(job.name, due_ms)):
                yield _missed(job.name, due_ms, "did not run, and nothing says why")
            elif job.unconditional and not self._is_done(job, due_ms):
                yield _missed(job.name, due_ms, "was not run to its end, which no reason excuses")

    def _is_done(self, job: Job, due_ms: int) -> bool:
        """At most once means that one whose worker is lost stays undone, if it may have been started."""
        return (job.name, due_ms) in self._ends or job.delivery == "at_most_once"

    def _one_off(self, job: Job) -> Iterator[Finding]:
        if not any(order.kind == "create" and order.acked_ms for order in self._orders[job.name]):
            return
        found = [e for e in self._of_job[job.name] if e.origin in ("one_off", "catch_up", "schedule")]
        if job.when == "at":
            found = [e for e in found if e.due_ms == job.first_ms]
        over = any(e.execution_id in self._started or self._is_reasoned(e) for e in found)
        deleted = any(order.kind == "delete" for order in self._orders[job.name])
        if not (over or deleted or self._skips[job.name]):
            yield _missed(job.name, job.first_ms, "was to run once, did not, and nothing says why")

    def _downstream(self, job: Job) -> Iterator[Finding]:
        """Each completion of the upstream leads to an execution here, once its owner knows of this job.

        It does at the latest a while after the creation was decided, and certainly since a completion was followed.
        """
        followed = {e.occurrence.partition("@")[0] for e in self._of_job[job.name]}
        followed |= {skip.occurrence.partition("@")[0] for skip in self._skips[job.name]}
        known_ms = self._linked_ms(job)
        is_known = False
        for end, upstream in self._completions(job.upstream):
            is_followed = f"dependency:{upstream.execution_id}" in followed
            is_known = is_known or is_followed or end.at_ms > known_ms
            if is_known and not is_followed:
                yield _missed(job.name, end.at_ms, f"did not follow the completion of {job.upstream}")

    def _linked_ms(self, job: Job) -> int:
        decided_ms = self._history.answered_ms
        created = [o for o in self._orders[job.name] if o.kind == "create" and o.acked_ms]
        return min(
            (max(o.acked_ms, decided_ms.get(o.command_id, 0)) + LINK_MS for o in created), default=1 << 62
        )

    def _completions(self, job: str) -> list[tuple[Ending, Execution]]:
        """In the order of the journal."""
        ends = [(end, e) for e in self._of_job[job] for end in e.endings if end.kind == "completed"]
        return sorted(ends, key=lambda each: each[0].sequence)

    def _triggers(self) -> Iterator[Finding]:
        made = {execution.cause_id: execution for execution in self._history.executions.values()}
        skipped = {skip.cause_id for skip in self._history.skips}
        refused = {c for c, kind in self._history.answers.items() if kind == "CommandRejected"}
        for order in self._history.orders:
            if order.kind != "trigger" or not order.acked_ms or order.command_id in skipped | refused:
                continue
            execution = made.get(order.command_id)
            if execution is None:
                continue  # the rule for lost commands tells it
            if not (execution.execution_id in self._started or self._is_reasoned(execution)):
                yield _missed(order.job, execution.due_ms, "was triggered, did not run, and nothing says why")

    def _is_reasoned(self, execution: Execution) -> bool:
        return any(ending.kind in REASONED for ending in execution.endings)

    def _is_skipped(self, job: str, due_ms: int) -> bool:
        skips = self._skips[job]
        place = bisect.bisect_right(skips, due_ms, key=lambda skip: skip.first_ms)
        return any(skip.last_ms >= due_ms for skip in skips[max(0, place - 50) : place])


def _missed(job: str, due_ms: int, what: str) -> Finding:
    return Finding(kind="missed", job=job, at_ms=due_ms, sentence=f"job {job}, due at {told(due_ms)}, {what}")
