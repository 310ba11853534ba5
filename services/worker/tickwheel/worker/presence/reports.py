"""Outcomes: how each attempt ended, in the name of the incarnation that claimed it."""

from prometheus_client import Counter

from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import EncodeError
from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.presence.outbox import Outbox


class Reports:
    def __init__(self, outbox: Outbox, topics: Topics, clock: Clock) -> None:
        self._outbox = outbox
        self._topic = topics.outcomes
        self._clock = clock
        self._counters: dict[tuple[str, str], Counter] = {}

    def report(self, held: Held, ending: Ending) -> None:
        """Publish one outcome. Hot path, any thread."""
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
            finished_at_ms=self._clock.now_ms(),
            result=ending.result,
            error_class=ending.error_class,
            error_message=ending.error_message,
            traceback=ending.traceback,
            retryable=ending.retryable,
            retry_after_ms=ending.retry_after_ms,
        )
        try:
            self._outbox.send(self._topic, held.partition, dispatch.job_id, outcome)
        except EncodeError as fault:
            self.report(held, _untellable(str(fault)))
            return
        self._count(dispatch.queue, ending.status)

    def _count(self, queue: str, status: str) -> None:
        """Looking a labelled counter up costs more than counting."""
        counter = self._counters.get((queue, status))
        if counter is None:
            counter = self._counters[queue, status] = metrics.WORKER_OUTCOMES.labels(queue, status)
        counter.inc()


def _untellable(fault: str) -> Ending:
    """An outcome must go out whatever the handler returned or raised: without one the attempt would hang."""
    return Ending(
        status="failed", error_class="OutcomeNotEncodable", error_message=fault[:1_000], retryable=False
    )
