"""Every metric that is declared is exported by the services it is declared for, and moves when things happen."""

import contextlib
from collections.abc import Iterator

import httpx2
import pytest
from tests.e2e.dev import eventually
from tests.integration.api.api import Api
from tests.integration.watching.jobs import made
from tests.integration.watching.scrape import Samples, scrape

from tickwheel.embedded.stack import Stack
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import metrics
from tickwheel.runtime.log.kafka import KafkaLog

ONLY_BY_A_FAULT = {
    "tickwheel_attempts_lost_total": "make alerts, workers_are_killed",
    "tickwheel_reports_refused_total": "make alerts, worker_was_frozen",
    "tickwheel_scheduler_lag_seconds": "make alerts, broker_is_frozen",
    "tickwheel_clock_jumps_total": "tests/unit/scheduler/test_jumps.py",
    "tickwheel_worker_leases_lost_total": "tests/unit/worker",
    "tickwheel_worker_log_lines_dropped_total": "tests/unit/worker/test_voice.py",
    "tickwheel_breaker_state": "make alerts, handlers_fail",
    "tickwheel_breaker_trips_total": "make alerts, handlers_fail",
    "tickwheel_projection_lag_seconds": "make alerts, postgres_is_killed",
    "tickwheel_projection_lag_events": "0 as soon as it is looked at: the projector is quick",
    "tickwheel_projection_partitions_stopped": "make alerts, journal_is_spoilt",
    "tickwheel_overdue": "test_watchdog.py",
    "tickwheel_overdue_oldest_seconds": "test_watchdog.py",
    "tickwheel_watch_blind": "test_watchdog.py",
    "tickwheel_notifications_suppressed_total": "tests/unit/watch/test_follower.py",
    "tickwheel_notifications_undelivered_total": "make alerts, workers_are_killed",
    "tickwheel_service_retries_total": "make alerts, postgres_is_killed",
    "tickwheel_queue_depth": "at rest nothing waits; make alerts, workers_are_killed",
    "tickwheel_queue_oldest_wait_seconds": "make alerts, workers_are_killed",
    "tickwheel_workers_advised": "make alerts, workers_are_killed",
}
"""Not moved here: where it is."""

BY_HEALTH = {name for name, by in metrics.EXPORTERS.items() if by == ("health",)}
"""Shown by the tests of the stream itself."""


WANTED = metrics.EXPORTERS.keys() - ONLY_BY_A_FAULT.keys() - BY_HEALTH


@pytest.fixture(scope="module")
def seen(stack: Stack) -> dict[str, Samples]:
    """What each service exports after a busy minute."""
    at = stack.endpoints
    headers = {"Authorization": f"Bearer {at.admin_token}"}
    with httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=30.0) as http, _listener(http):
        _be_busy(Api(http), stack)
        still = set(WANTED)

        def all_have_moved() -> bool:
            still.difference_update(_moved_ones(stack))
            return not still

        with contextlib.suppress(AssertionError):
            eventually(all_have_moved, 60)
        assert still == set(), "these have not moved"
        return _scraped(stack)


def test_every_metric_has_a_value_where_it_is_declared(seen: dict[str, Samples]) -> None:
    lacking = {
        (service, name)
        for name, services in metrics.EXPORTERS.items()
        for service in services
        if name not in ONLY_BY_A_FAULT and name not in BY_HEALTH and not _samples(seen[service], name)
    }
    assert lacking == set()


def test_no_service_exports_what_is_not_its_own(seen: dict[str, Samples]) -> None:
    foreign = {
        (service, sample)
        for service, samples in seen.items()
        for sample, _ in samples
        if sample.startswith("tickwheel_") and service not in _exporters(sample)
    }
    assert foreign == set()


def test_no_label_holds_an_id(seen: dict[str, Samples]) -> None:
    values = {value for samples in seen.values() for _, labels in samples for _, value in labels}
    assert not [value for value in values if len(value) == 36 and value.count("-") == 4]


def _be_busy(api: Api, stack: Stack) -> None:
    made(api, handler="noop", now=True)
    made(api, handler="watching.unlucky", now=True, max_retries=1, backoff_initial_ms=100)
    made(api, handler="sleep", payload={"seconds": 3}, interval_ms=1_000, max_runs=2)
    running = made(api, handler="sleep", payload={"seconds": 60}, now=True)
    api.wait_for(f"/jobs/{running}", lambda job: bool(job["status"] == "RUNNING"))
    (found,) = api.get(f"/jobs/{running}/executions")["items"]
    api.post(f"/executions/{found['execution_id']}/cancel")
    _send_rubbish(stack)
    made(api, handler="sleep", payload={"seconds": 8}, now=True)


def _send_rubbish(stack: Stack) -> None:
    """What is no command, to the scheduler and to a worker; and a command in a partition that is not its own."""
    topics = Topics(stack.plan.topic_prefix)
    producer = KafkaLog(stack.endpoints.kafka, "rubbish").producer()
    producer.produce(topics.commands("low"), 0, b"key", b"rubbish")
    command = b'{"type": "PauseJob", "command_id": "elsewhere", "job": "no-such-job"}'
    for partition in range(stack.plan.partitions):
        producer.produce(topics.commands("low"), partition, b"key", command)
    for partition in range(stack.plan.mailboxes):
        producer.produce(topics.executions("default", "low"), partition, b"key", b"rubbish")
    producer.produce(topics.logs, 0, b"key", b"rubbish")
    assert producer.flush(10.0) == 0
    producer.close()


@contextlib.contextmanager
def _listener(http: httpx2.Client) -> Iterator[None]:
    with http.stream("GET", "/stream") as answer:
        assert answer.status_code == 200
        yield


def _scraped(stack: Stack) -> dict[str, Samples]:
    return {member.name.partition("-")[0]: scrape(member) for member in stack.members}


def _moved_ones(stack: Stack) -> set[str]:
    seen = _scraped(stack)
    return {name for name in WANTED if any(_moved(samples, name) for samples in seen.values())}


def _moved(samples: Samples, name: str) -> bool:
    return any(value > 0 for value in _samples(samples, name))


def _samples(samples: Samples, name: str) -> list[float]:
    wanted = {name, f"{name}_count"}
    return [value for (found, _), value in samples.items() if found in wanted]


def _exporters(sample: str) -> tuple[str, ...]:
    for ending in ("", "_bucket", "_sum", "_count", "_created", "_total_created"):
        name = sample.removesuffix(ending) if ending else sample
        for candidate in (name, f"{name}_total"):
            if candidate in metrics.EXPORTERS:
                return metrics.EXPORTERS[candidate]
    return ()
