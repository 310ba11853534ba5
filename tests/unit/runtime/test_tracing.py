"""Spans are off unless somebody asks for them, and then cost nothing."""

import subprocess
import sys

import pytest

from tickwheel.runtime.settings.groups import TracingGroup
from tickwheel.runtime.tracing import tracing_of

SERVICES = ("tickwheel.scheduler", "tickwheel.worker", "tickwheel.command_api", "tickwheel.watch")


def test_without_an_endpoint_there_is_no_tracing() -> None:
    assert tracing_of("scheduler", TracingGroup()) is None


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_without_an_endpoint_does_not_load_the_library(service: str) -> None:
    code = f"import sys, {service}.__main__; sys.exit(any(name.startswith('opentelemetry.sdk') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_a_span_says_where_it_belongs() -> None:
    tracing = tracing_of("test", TracingGroup(endpoint="http://127.0.0.1:9/v1/traces"))
    assert tracing is not None
    span = tracing.begin("command", 1_000.0, parent=f"00-{'a' * 32}-{'b' * 16}-01", about={})
    assert span.traceparent.startswith(f"00-{'a' * 32}-")
