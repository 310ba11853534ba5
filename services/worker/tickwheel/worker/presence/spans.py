"""Spans of attempts that have ended: how long they waited and how long they ran. Only there when spans are wanted."""

from collections.abc import Sequence

from tickwheel.runtime.tracing import Tracing
from tickwheel.worker.floor.ending import Ended, Ending
from tickwheel.worker.floor.held import Held


class RunSpans:
    def __init__(self, spans: Tracing) -> None:
        self._spans = spans

    def ended(self, ended: Sequence[Ended]) -> None:
        for held, ending in ended:
            self._one(held, ending)

    def _one(self, held: Held, ending: Ending) -> None:
        dispatch, now_ms = held.dispatch, self._spans.clock.now_ms()
        about: dict[str, str | int] = {
            "tickwheel.job": dispatch.job_name,
            "tickwheel.execution_id": dispatch.execution_id,
            "tickwheel.attempt": dispatch.attempt,
        }
        if dispatch.traceparent:
            wait = self._spans.begin(
                "wait", dispatch.dispatched_at_ms, parent=dispatch.traceparent, about=about
            )
            wait.end(held.started_at_ms)
        run = self._spans.begin(
            f"run {dispatch.handler}", held.started_at_ms, link=dispatch.traceparent, about=about
        )
        run.end(now_ms, {"tickwheel.status": ending.status})

    def close(self) -> None:
        self._spans.close()
