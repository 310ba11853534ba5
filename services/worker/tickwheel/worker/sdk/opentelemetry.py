"""Middleware that carries the trace of an enqueue on to the run: `App("billing", middleware=[OpenTelemetry()])`.

Works with whatever provider and propagator the process has set up; without any it costs nothing and does nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tickwheel.protocol.definition import JobDefinition
from tickwheel.runtime.fault import Fault
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.middleware import Middleware

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


class OpenTelemetryMissingError(Fault):
    """The middleware is used and the library behind it is not installed."""


class OpenTelemetry(Middleware):
    """A span for each run, child of what was current when the job was enqueued. It is current inside the handler."""

    def __init__(self, tracer: "Tracer | None" = None) -> None:
        try:
            from opentelemetry import propagate, trace
        except ImportError as missing:
            raise OpenTelemetryMissingError(
                "OpenTelemetry is not installed: pip install tickwheel[otel]"
            ) from missing
        self._propagate = propagate
        self._kind = trace.SpanKind.CONSUMER
        self._tracer = tracer or trace.get_tracer("tickwheel")

    def enqueue(self, job: JobDefinition, headers: dict[str, str]) -> None:
        self._propagate.inject(headers)

    @contextmanager
    def run(self, context: JobContext) -> Iterator[None]:
        carrier = {"traceparent": context.traceparent} if context.traceparent else {}
        attributes: dict[str, str | int] = {
            "tickwheel.job": context.job_name,
            "tickwheel.execution": context.execution_id,
            "tickwheel.attempt": context.attempt,
        }
        # An exception of the handler comes out of the yield; the span records it and passes it on.
        with self._tracer.start_as_current_span(
            f"run {context.handler}",
            context=self._propagate.extract(carrier),
            kind=self._kind,
            attributes=attributes,
        ):
            yield
