"""The trace of an enqueue goes on in the run, through the scheduler and whatever lies between."""

from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, TraceFlags
from opentelemetry.util._decorator import _agnosticcontextmanager

from tickwheel.testing.virtual import VirtualTickwheel
from tickwheel.worker import App
from tickwheel.worker.sdk.opentelemetry import OpenTelemetry

REQUEST = SpanContext(trace_id=0xABC, span_id=0xDEF, is_remote=False, trace_flags=TraceFlags(1))


class NotingTracer(trace.Tracer):
    """Notes each span with its parent and what came out of it."""

    def __init__(self) -> None:
        self.spans: list[tuple[str, SpanContext, object]] = []
        self.failures: list[BaseException] = []

    def start_span(self, name: str, context: Any = None, *_: Any, **options: Any) -> Span:
        parent = trace.get_current_span(context).get_span_context()
        self.spans.append((name, parent, options["attributes"]))
        span_id = 0x100 + len(self.spans)
        return NonRecordingSpan(SpanContext(parent.trace_id, span_id, is_remote=False))

    @_agnosticcontextmanager
    def start_as_current_span(
        self, name: str, context: Any = None, *_: Any, **options: Any
    ) -> Iterator[Span]:
        with trace.use_span(self.start_span(name, context, **options)) as span:
            try:
                yield span
            except BaseException as error:
                self.failures.append(error)
                raise


class Tracks:
    """An app whose handlers note in which span they run."""

    def __init__(self) -> None:
        self.tracer = NotingTracer()
        self.app = app = App("traced", middleware=[OpenTelemetry(self.tracer)])
        self.inside: list[int] = []

        @app.job("traced.work")
        async def work() -> None:
            self.inside.append(trace.get_current_span().get_span_context().trace_id)

        @app.job("traced.fail", retry=0)
        def fail() -> None:
            raise ValueError("no")

        self.work, self.fail = work, fail


@pytest.fixture
def tracks() -> Tracks:
    return Tracks()


async def test_a_run_is_a_child_of_the_span_it_was_enqueued_in(tracks: Tracks) -> None:
    async with VirtualTickwheel(tracks.app) as t:
        with trace.use_span(NonRecordingSpan(REQUEST)):
            await t.enqueue(tracks.work, key="1", delay="1h")
        await t.advance("2h")
        [execution] = t.executions()
    [(name, parent, attributes)] = tracks.tracer.spans
    assert (name, parent.trace_id, parent.span_id) == ("run traced.work", REQUEST.trace_id, REQUEST.span_id)
    assert attributes == {
        "tickwheel.job": "traced.work:1",
        "tickwheel.execution": execution.execution_id,
        "tickwheel.attempt": 1,
    }
    assert tracks.inside == [REQUEST.trace_id]


async def test_a_run_that_was_enqueued_outside_of_any_span_begins_a_trace(tracks: Tracks) -> None:
    async with VirtualTickwheel(tracks.app) as t:
        await t.enqueue(tracks.work)
    assert [parent.is_valid for _, parent, _ in tracks.tracer.spans] == [False]


async def test_the_span_sees_how_the_handler_failed(tracks: Tracks) -> None:
    async with VirtualTickwheel(tracks.app) as t:
        await t.enqueue(tracks.fail)
        assert [each.status for each in t.executions()] == ["FAILED"]
    assert [str(failure) for failure in tracks.tracer.failures] == ["no"]
