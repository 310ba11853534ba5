"""The HTTP endpoint of a service: metrics, and health that means it."""

import http.client
import json
from collections.abc import Iterator

import pytest

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.endpoint import Endpoint, PortBusyError
from tickwheel.runtime.lifecycle import Health
from tickwheel.runtime.version import version


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def health(clock: ManualClock) -> Health:
    return Health(clock, stall_after_s=30)


@pytest.fixture
def endpoint(health: Health) -> Iterator[Endpoint]:
    with Endpoint("scheduler", health) as endpoint:
        yield endpoint


def get(endpoint: Endpoint, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", endpoint.port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_serves_metrics_with_build_and_process_figures(endpoint: Endpoint, health: Health) -> None:
    health.enter("ready")
    status, text = get(endpoint, "/metrics")
    assert status == 200
    assert 'tickwheel_service_ready{service="scheduler"} 1.0' in text
    assert f'version="{version()}"' in text
    assert "process_resident_memory_bytes" in text


def test_a_starting_service_is_alive_but_not_ready(endpoint: Endpoint, health: Health) -> None:
    assert get(endpoint, "/health/live")[0] == 200
    assert get(endpoint, "/health/ready")[0] == 503
    health.enter("ready")
    assert get(endpoint, "/health/ready")[0] == 200


def test_tells_why_it_is_not_ready(endpoint: Endpoint, health: Health) -> None:
    health.enter("retrying", "no broker at 127.0.0.1:9092")
    status, text = get(endpoint, "/health/ready")
    assert status == 503
    assert json.loads(text) == {
        "service": "scheduler",
        "phase": "retrying",
        "live": True,
        "reason": "no broker at 127.0.0.1:9092",
    }


def test_a_stalled_loop_is_neither_alive_nor_ready(
    endpoint: Endpoint, health: Health, clock: ManualClock
) -> None:
    health.enter("ready")
    clock.advance(31_000)
    assert get(endpoint, "/health/live")[0] == 503
    assert get(endpoint, "/health/ready")[0] == 503
    assert 'tickwheel_service_ready{service="scheduler"} 0.0' in get(endpoint, "/metrics")[1]


def test_another_path_is_not_found(endpoint: Endpoint) -> None:
    assert get(endpoint, "/secrets")[0] == 404


def test_a_busy_port_is_told_with_the_remedy(endpoint: Endpoint, health: Health) -> None:
    with pytest.raises(PortBusyError, match="set TICKWHEEL_METRICS_PORT to another one"):
        Endpoint("worker", health, port=endpoint.port).start()


def test_stop_may_be_called_twice(health: Health) -> None:
    endpoint = Endpoint("scheduler", health)
    endpoint.start()
    endpoint.stop()
    endpoint.stop()


def test_a_service_that_runs_and_cannot_do_its_job_is_not_ready(health: Health) -> None:
    lacks = "partitions are being restored"
    with Endpoint("scheduler", health, why_not_ready=lambda: lacks) as endpoint:
        health.enter("ready")
        status, text = get(endpoint, "/health/ready")
        assert status == 503
        assert json.loads(text)["reason"] == lacks
        assert get(endpoint, "/health/live")[0] == 200
        assert 'tickwheel_service_ready{service="scheduler"} 0.0' in get(endpoint, "/metrics")[1]


def test_a_service_exports_its_own_figures_and_no_others(endpoint: Endpoint) -> None:
    text = get(endpoint, "/metrics")[1]
    assert "tickwheel_scheduler_partitions_owned" in text
    assert "tickwheel_projection_lag_seconds" not in text
