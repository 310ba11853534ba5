"""Spans of a command, its decision, its wait and its run, as a collector receives them."""

from tests.e2e.dev import eventually
from tests.integration.api.api import Api
from tests.integration.watching.collector import Collector

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = "00f067aa0ba902b7"
CHILDREN = {"decide CreateJob", "decide Placed", "wait", "decide AttemptOutcome"}


def test_a_job_can_be_followed_from_the_request_to_its_run(api: Api, collector: Collector) -> None:
    body = {"name": api.name("traced"), "handler": "noop", "now": True}
    answer = api.http.post("/jobs", json=body, headers={"traceparent": f"00-{TRACE}-{CALLER}-01"})
    assert answer.status_code == 201, answer.text

    eventually(lambda: collector.of_trace(TRACE).keys() >= {*CHILDREN, "command CreateJob"}, 30)
    spans = collector.of_trace(TRACE)
    command = spans["command CreateJob"]
    assert command.parent_span_id.hex() == CALLER
    for name in CHILDREN:
        assert spans[name].parent_span_id == command.span_id, name
        assert spans[name].start_time_unix_nano <= spans[name].end_time_unix_nano, name
    (run,) = eventually(lambda: collector.linked_to(command), 30)
    assert run.name == "run noop"
    assert run.trace_id != command.trace_id, "a trace of its own"
