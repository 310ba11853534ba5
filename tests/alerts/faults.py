"""Real faults, and the alerts that each of them must make fire. Every alert that is shipped is here."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.e2e.dev import eventually
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack
from tickwheel.embedded.stack.member import Member
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.log.kafka import KafkaLog

SLOTS = 10

Fault = Callable[[Stack, Api], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def workers_are_killed(stack: Stack, api: Api) -> Iterator[None]:
    """In the midst of their work, and then much more work arrives."""
    _fill_slots(stack, api, seconds=20)
    for worker in stack.of_kind("worker"):
        worker.kill()
    many(api, 1_200, handler="noop", now=True, allow_unknown_handler=True)
    try:
        yield
    finally:
        _start(stack.of_kind("worker"))


@contextlib.contextmanager
def workers_are_full(stack: Stack, api: Api) -> Iterator[None]:
    _fill_slots(stack, api, seconds=15)
    many(api, 40, handler="sleep", payload={"seconds": 1}, now=True)
    yield


@contextlib.contextmanager
def handlers_fail(stack: Stack, api: Api) -> Iterator[None]:
    """In a way that no retry would mend."""
    final = {"retryable": False}
    with _repeated(lambda: many(api, 20, handler="fail", payload=final, now=True, max_retries=0)):
        yield


@contextlib.contextmanager
def a_handler_is_broken(stack: Stack, api: Api) -> Iterator[None]:
    many(api, 20, handler="alerts.broken", now=True, max_retries=0)
    yield


@contextlib.contextmanager
def scheduler_is_frozen(stack: Stack, api: Api) -> Iterator[None]:
    with _ticking(api), _frozen(stack.of_kind("scheduler")):
        yield


@contextlib.contextmanager
def scheduler_was_frozen(stack: Stack, api: Api) -> Iterator[None]:
    """What was due meanwhile starts late."""
    with _ticking(api, 20, catch_up="all", overlap="allow"):
        with _frozen(stack.of_kind("scheduler")):
            _pause(8)
        yield


@contextlib.contextmanager
def broker_is_frozen(stack: Stack, api: Api) -> Iterator[None]:
    """Longer than a transaction may take."""
    assert stack.kafka is not None
    broker = stack.kafka.brokers[0]
    with _ticking(api):
        broker.pause()
        try:
            yield
        finally:
            broker.resume()


@contextlib.contextmanager
def postgres_is_killed(stack: Stack, api: Api) -> Iterator[None]:
    assert stack.postgres is not None
    stack.postgres.kill()
    try:
        with _repeated(lambda: _ask_in_vain(api)):
            yield
    finally:
        stack.postgres.start()


@contextlib.contextmanager
def projector_is_frozen(stack: Stack, api: Api) -> Iterator[None]:
    with _ticking(api), _frozen(stack.of_kind("projector")):
        yield


@contextlib.contextmanager
def watch_is_killed(stack: Stack, api: Api) -> Iterator[None]:
    for watch in stack.of_kind("watch"):
        watch.kill()
    try:
        yield
    finally:
        _start(stack.of_kind("watch"))


@contextlib.contextmanager
def worker_was_frozen(stack: Stack, api: Api) -> Iterator[None]:
    """Longer than its lease: what it says afterwards is about attempts that are no longer its own."""
    _fill_slots(stack, api, seconds=6)
    with _frozen(stack.of_kind("worker")):
        _pause(14)
    yield


@contextlib.contextmanager
def rubbish_is_sent(stack: Stack, api: Api) -> Iterator[None]:
    topics = Topics(stack.plan.topic_prefix)
    _produce(stack, topics.commands("normal"), b"this is no command")
    yield


@contextlib.contextmanager
def journal_is_spoilt(stack: Stack, api: Api) -> Iterator[None]:
    """Only the scheduler may write the journal, and access rights see to it; here nothing does. Nothing mends it."""
    _produce(stack, Topics(stack.plan.topic_prefix).events, b"this is no event")
    yield


FAULTS: list[tuple[Fault, set[str]]] = [
    (rubbish_is_sent, {"TickwheelRecordsQuarantined"}),
    (workers_are_full, {"TickwheelWorkersFull"}),
    (
        workers_are_killed,
        {
            "TickwheelTargetDown",
            "TickwheelNoWorkers",
            "TickwheelQueueDeep",
            "TickwheelWorkOverdue",
            "TickwheelAttemptsLost",
            "TickwheelNotificationsUndelivered",
        },
    ),
    (scheduler_was_frozen, {"TickwheelStartsLate"}),
    (handlers_fail, {"TickwheelFailureRateHigh", "TickwheelDeadLettersGrowing"}),
    (a_handler_is_broken, {"TickwheelBreakerOpen"}),
    (worker_was_frozen, {"TickwheelReportsRefused"}),
    (scheduler_is_frozen, {"TickwheelTargetDown", "TickwheelNoScheduler", "TickwheelWorkOverdue"}),
    (broker_is_frozen, {"TickwheelSchedulerLagging", "TickwheelTransactionsFailing"}),
    (postgres_is_killed, {"TickwheelProjectionLagging", "TickwheelServiceNotReady", "TickwheelApiErrors"}),
    (projector_is_frozen, {"TickwheelTargetDown", "TickwheelServiceMissing", "TickwheelWatchBlind"}),
    (watch_is_killed, {"TickwheelNoWatch"}),
    (journal_is_spoilt, {"TickwheelProjectionStopped"}),
]
"""The last one stays: a stack with a spoilt journal is of no further use."""


def many(api: Api, number: int, **fields: Any) -> None:
    jobs = [{"name": api.name(), **fields} for _ in range(number)]
    for start in range(0, number, 200):
        answer = api.http.post("/jobs:batch", json={"jobs": jobs[start : start + 200]})
        assert answer.is_success, answer.text


def _fill_slots(stack: Stack, api: Api, seconds: float) -> None:
    many(api, SLOTS, handler="sleep", payload={"seconds": seconds}, now=True)
    eventually(lambda: api.get("/executions", status="RUNNING", limit=1)["items"], 40)


@contextlib.contextmanager
def _ticking(api: Api, number: int = 1, **fields: Any) -> Iterator[None]:
    """Jobs that are due every second, for as long as this lasts."""
    names = [api.name("tick") for _ in range(number)]
    for name in names:
        answer = api.http.post(
            "/jobs", json={"name": name, "handler": "noop", "interval_ms": 1_000, **fields}
        )
        assert answer.is_success, answer.text
    try:
        yield
    finally:
        for name in names:
            api.http.delete(f"/jobs/{name}")


@contextlib.contextmanager
def _frozen(members: list[Member]) -> Iterator[None]:
    for member in members:
        member.pause()
    try:
        yield
    finally:
        for member in members:
            member.resume()


@contextlib.contextmanager
def _repeated(act: Callable[[], None]) -> Iterator[None]:
    over = threading.Event()

    def repeat() -> None:
        while not over.wait(0.5):
            act()

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(repeat)
        try:
            yield
        finally:
            over.set()
            running.result()


def _start(members: list[Member]) -> None:
    for member in members:
        member.start()
    for member in members:
        member.wait_until_ready()


def _ask_in_vain(api: Api) -> None:
    with contextlib.suppress(Exception):
        api.http.get("/executions", timeout=5.0)


def _produce(stack: Stack, topic: str, value: bytes) -> None:
    producer = KafkaLog(stack.endpoints.kafka, "fault").producer()
    producer.produce(topic, 0, b"key", value)
    assert producer.flush(10.0) == 0
    producer.close()


def _pause(seconds: float) -> None:
    """How long a fault lasts is part of the fault."""
    threading.Event().wait(seconds)
