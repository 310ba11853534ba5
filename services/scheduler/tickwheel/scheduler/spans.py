"""A span for each decision about a job that was made inside a trace. Only there when spans are wanted."""

from tickwheel.runtime import tracing
from tickwheel.runtime.tracing import Tracing
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.inputs import Input


class DecisionSpans:
    def __init__(self, spans: Tracing) -> None:
        self._spans = spans

    def began(self) -> float:
        return self._spans.clock.monotonic()

    def decided(self, cause: Input, decision: Decision, began_s: float) -> None:
        definition = decision.job.definition if decision.job is not None else None
        parent = definition.tags.get(tracing.TAG) if definition is not None else None
        if not parent or decision.job is None:
            return
        clock = self._spans.clock
        took_ms = (clock.monotonic() - began_s) * 1_000
        ended_ms = clock.now_ms()
        span = self._spans.begin(
            f"decide {type(cause).__name__}",
            ended_ms - took_ms,
            parent=parent,
            about={
                "tickwheel.job_id": decision.job.job_id,
                "tickwheel.events": ",".join(type(event).__name__ for event in decision.events),
            },
        )
        span.end(ended_ms)

    def close(self) -> None:
        self._spans.close()
