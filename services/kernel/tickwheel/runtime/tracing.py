"""Spans for those who collect them. Off unless an endpoint is set: then there is no Tracing, nothing is called and
OpenTelemetry is not imported. What a span costs is paid only by who asked for it.

    command          from the API's request until its decision
      decide         what the scheduler decided about the job, and when
      wait           from the dispatch to a worker until the start of the run
    run              a trace of its own, since a job may run for years; linked to the command
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.settings.groups import TracingGroup

NS_A_MS = 1_000_000
TAG = "traceparent"
"""The tag of a job that holds the context in which it was made; runs are linked to it."""

INCOMING: ContextVar[str] = ContextVar("traceparent", default="")
"""The context that the request which is being served came with."""


class TracingMissingError(Fault):
    """Spans are wanted and the library for them is not installed."""


class OpenSpan:
    """A span that has begun. `traceparent` is how others refer to it."""

    def __init__(self, span: Any) -> None:
        self._span = span
        context = span.get_span_context()
        self.traceparent = f"00-{context.trace_id:032x}-{context.span_id:016x}-{int(context.trace_flags):02x}"

    def end(self, at_ms: float, about: Mapping[str, str | int] | None = None) -> None:
        if about:
            self._span.set_attributes(about)
        self._span.end(int(at_ms * NS_A_MS))


class Tracing:
    """Any thread may call. Spans are sent in batches by a thread of the library; what cannot be sent is dropped."""

    def __init__(self, service: str, endpoint: str, clock: Clock | None = None) -> None:
        try:
            from opentelemetry import trace
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
            from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
        except ImportError as error:
            raise TracingMissingError(
                "TICKWHEEL_TRACING_ENDPOINT is set and OpenTelemetry is not installed: install tickwheel[otel]"
            ) from error
        self._trace = trace
        self._propagator = TraceContextTextMapPropagator()
        self._provider = TracerProvider(resource=Resource({"service.name": f"tickwheel-{service}"}))
        self._provider.add_span_processor(
            BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint), schedule_delay_millis=1_000)
        )
        self._tracer = self._provider.get_tracer("tickwheel")
        self.clock = clock or SystemClock()

    def begin(
        self, name: str, at_ms: float, *, parent: str = "", link: str = "", about: Mapping[str, str | int]
    ) -> OpenSpan:
        """Child of `parent`, or of nothing; with a link to `link`. Both are traceparents."""
        linked = self._context_of(link) if link else None
        span = self._tracer.start_span(
            name,
            context=self._propagator.extract({"traceparent": parent}) if parent else None,
            attributes=about,
            links=[self._trace.Link(linked)] if linked is not None else [],
            start_time=int(at_ms * NS_A_MS),
        )
        return OpenSpan(span)

    def close(self) -> None:
        """Send what is left."""
        self._provider.shutdown()

    def _context_of(self, traceparent: str) -> Any:
        context = self._propagator.extract({"traceparent": traceparent})
        return self._trace.get_current_span(context).get_span_context()


def tracing_of(service: str, settings: TracingGroup) -> Tracing | None:
    return Tracing(service, settings.endpoint) if settings.endpoint else None
