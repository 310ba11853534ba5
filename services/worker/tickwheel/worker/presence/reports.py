"""Outcomes: how each attempt ended, in the name of the incarnation that claimed it."""

from collections import Counter
from collections.abc import Sequence

from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import EncodeError
from tickwheel.worker.floor.ending import Ended, Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.presence.outbox import Outbox


class Reports:
    def __init__(self, outbox: Outbox, topics: Topics, clock: Clock) -> None:
        self._outbox = outbox
        self._topic = topics.outcomes
        self._clock = clock

    def report(self, ended: Sequence[Ended]) -> None:
        """Publish outcomes. Hot path, any thread."""
        now_ms = self._clock.now_ms()
        counts: Counter[tuple[str, str]] = Counter()
        for held, ending in ended:
            try:
                self._send(held, ending, now_ms)
            except EncodeError as fault:
                ending = _untellable(str(fault))
                self._send(held, ending, now_ms)
            counts[held.dispatch.queue, ending.status] += 1
        self._outbox.hand_over_if_due()
        for labels, number in counts.items():
            metrics.WORKER_OUTCOMES.labels(*labels).inc(number)

    def _send(self, held: Held, ending: Ending, now_ms: int) -> None:
        dispatch = held.dispatch
        outcome = AttemptOutcome(
            job_id=dispatch.job_id,
            job_name=dispatch.job_name,
            execution_id=dispatch.execution_id,
            attempt=dispatch.attempt,
            handler=dispatch.handler,
            queue=dispatch.queue,
            worker_id=held.worker_id,
            status=ending.status,
            due_ms=dispatch.due_ms,
            started_at_ms=held.started_at_ms,
            finished_at_ms=now_ms,
            result=ending.result,
            error_class=ending.error_class,
            error_message=ending.error_message,
            traceback=ending.traceback,
            retryable=ending.retryable,
            retry_after_ms=ending.retry_after_ms,
        )
        self._outbox.gather(self._topic, held.partition, dispatch.job_id, outcome)


def _untellable(fault: str) -> Ending:
    """An outcome must go out whatever the handler returned or raised: without one the attempt would hang."""
    return Ending(
        status="failed", error_class="OutcomeNotEncodable", error_message=fault[:1_000], retryable=False
    )
