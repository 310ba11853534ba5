"""Each kind of runner: what a handler gets, what becomes of what it returns or raises, and how it is stopped."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pydantic
import pytest
from tests.unit.worker import process_handlers
from tests.unit.worker.scene import dispatch

from tickwheel.protocol.vocabulary import LogLevel
from tickwheel.runtime.clock import SystemClock
from tickwheel.worker import JobContext, Middleware, NonRetryable, RetryAfter, current_context
from tickwheel.worker.floor.ending import FENCED, Ended, Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.runners import loop_watch
from tickwheel.worker.runners.async_runner import AsyncRunner
from tickwheel.worker.runners.port import OnFinished, Runner
from tickwheel.worker.runners.process.runner import ProcessRunner
from tickwheel.worker.runners.thread_runner import ThreadRunner
from tickwheel.worker.sdk.context import Speech, Voice
from tickwheel.worker.sdk.handler import Kind
from tickwheel.worker.sdk.signature import handler_of


class NotingVoice:
    def __init__(self) -> None:
        self.said: list[tuple[object, ...]] = []
        self.ended = ""

    def log(self, context: JobContext, level: LogLevel, message: str, fields: dict[str, Any]) -> None:
        self.said.append((context.execution_id, level, message, fields))

    def progress(self, context: JobContext, fraction: float, message: str) -> None:
        self.said.append((context.execution_id, fraction, message))

    def end(self, context: JobContext) -> None:
        self.ended = context.execution_id


class Bench:
    """Runs one attempt at a time and waits for its end."""

    def __init__(self, make: Callable[[SystemClock, OnFinished, Voice], Runner]) -> None:
        self._ended: queue.SimpleQueue[Ended] = queue.SimpleQueue()
        self.voice = NotingVoice()
        self.middleware: tuple[Middleware, ...] = ()
        self.runner = make(SystemClock(), self._finished, self.voice)

    def _finished(self, ended: Sequence[Ended]) -> None:
        for each in ended:
            self._ended.put(each)

    def start(self, function: Callable[..., Any], payload: str = "{}", **changes: Any) -> Held:
        kind: Kind | None = "process" if isinstance(self.runner, ProcessRunner) else None
        handler = handler_of("test", function, kind, self.middleware)
        held = Held(dispatch(payload=payload, **changes), handler, "w", 0)
        held.state = "running"
        self.runner.start([held])
        return held

    def end(self, held: Held) -> Ending:
        ended, how = self._ended.get(timeout=20)
        assert ended is held
        return how

    def run(self, function: Callable[..., Any], payload: str = "{}", **changes: Any) -> Ending:
        return self.end(self.start(function, payload, **changes))


def _bench(make: Callable[..., Any]) -> Iterator[Bench]:
    bench = Bench(make)
    yield bench
    bench.runner.close(5)


@pytest.fixture
def on_loop() -> Iterator[Bench]:
    yield from _bench(AsyncRunner)


@pytest.fixture
def in_threads() -> Iterator[Bench]:
    yield from _bench(ThreadRunner)


@pytest.fixture(scope="module")
def in_processes() -> Iterator[Bench]:
    yield from _bench(ProcessRunner)


class Invoice(pydantic.BaseModel):
    number: int


def test_gives_a_typed_payload_and_takes_a_json_result(on_loop: Bench) -> None:
    async def handle(invoice: Invoice) -> dict[str, int]:
        return {"paid": invoice.number}

    assert on_loop.run(handle, '{"number": 7}').result == '{"paid":7}'


def test_refuses_a_payload_with_fields_that_the_model_does_not_have(on_loop: Bench) -> None:
    async def handle(invoice: Invoice) -> None: ...

    how = on_loop.run(handle, '{"number": 7, "vat": 19}')
    assert (how.status, how.retryable) == ("failed", False)
    assert "vat" in how.error_message


def test_gives_the_context_as_a_parameter_and_everywhere_below(in_threads: Bench) -> None:
    def deep() -> tuple[str, int]:
        return current_context().fencing_token

    def handle(context: JobContext) -> list[object]:
        return [context.attempt, context.idempotency_token, deep() == context.fencing_token]

    assert in_threads.run(handle, attempt=3).result == '[3,"e1",true]'


def test_tells_class_message_and_place_of_an_error_without_secrets(in_threads: Bench) -> None:
    def handle() -> None:
        raise ValueError("login failed: token=abcd1234 at https://me:pw123@example.org/")

    how = in_threads.run(handle)
    assert (how.status, how.error_class, how.retryable) == ("failed", "ValueError", True)
    assert "in handle" in how.traceback
    assert "abcd1234" not in how.error_message + how.traceback
    assert "pw123" not in how.error_message + how.traceback


@pytest.mark.parametrize(
    ("error", "retryable", "after_ms"),
    [(NonRetryable("no"), False, -1), (RetryAfter(1.5), True, 1_500), (KeyError("x"), True, -1)],
)
def test_lets_the_handler_steer_its_retry(
    on_loop: Bench, error: Exception, retryable: bool, after_ms: int
) -> None:
    async def handle() -> None:
        raise error

    how = on_loop.run(handle)
    assert (how.status, how.retryable, how.retry_after_ms) == ("failed", retryable, after_ms)


def test_refuses_a_result_that_is_too_large_or_not_json(on_loop: Bench) -> None:
    async def large() -> str:
        return "x" * 300_000

    async def odd() -> object:
        return object()

    assert on_loop.run(large).error_class == "ResultTooLarge"
    assert on_loop.run(odd).error_class == "ResultNotJson"


class Swallowing(Middleware):
    def __init__(self) -> None:
        self.seen: list[str] = []

    @contextmanager
    def run(self, context: JobContext) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self.seen.append(str(error))


@pytest.mark.parametrize("make", [AsyncRunner, ThreadRunner, ProcessRunner])
def test_middleware_sees_a_failure_and_cannot_make_a_success_of_it(make: Callable[..., Runner]) -> None:
    """Of an attempt whose error was swallowed nothing was ever heard again, and its slot was gone."""
    bench = Bench(make)
    swallowing = Swallowing()
    bench.middleware = (swallowing,)

    async def fail() -> None:
        raise NonRetryable("no")

    how = bench.run(fail if make is AsyncRunner else process_handlers.refuse)
    assert (how.status, how.retryable) == ("failed", False)
    assert swallowing.seen[0].endswith("no")
    bench.runner.close(5)


@pytest.mark.parametrize("make", [AsyncRunner, ThreadRunner])
def test_tells_the_log_when_a_run_that_spoke_is_over(make: Callable[..., Runner]) -> None:
    """There the count of the last dropped lines is told."""
    bench = Bench(make)

    async def speak() -> None:
        current_context().speech = Speech(0, 0.0)

    def speak_in_a_thread() -> None:
        current_context().speech = Speech(0, 0.0)

    bench.run(speak if make is AsyncRunner else speak_in_a_thread)
    assert bench.voice.ended == "e1"
    bench.runner.close(5)


def test_survives_a_handler_that_exits(on_loop: Bench, in_threads: Bench) -> None:
    async def leave() -> None:
        raise SystemExit(3)

    assert on_loop.run(leave).error_class == "SystemExit"
    assert in_threads.run(process_handlers.leave).error_class == "SystemExit"


def test_cancels_a_task(on_loop: Bench) -> None:
    begun = threading.Event()

    async def handle() -> None:
        begun.set()
        await asyncio.sleep(600)

    held = on_loop.start(handle, timeout_ms=1_000)
    assert begun.wait(10)
    held.stop = "timed_out"
    on_loop.runner.stop(held)
    assert on_loop.end(held).status == "timed_out"


def test_tells_which_handler_holds_up_the_event_loop(on_loop: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A beginner's `time.sleep` in an `async def`: everything is late, and nothing says why."""
    monkeypatch.setattr(loop_watch, "LOOK_S", 0.05)
    monkeypatch.setattr(loop_watch, "HELD_UP_S", 0.2)
    go_on = threading.Event()

    async def sleeps_in_its_bed() -> None:
        go_on.wait(20)

    held = on_loop.start(sleeps_in_its_bed)
    _wait_for(lambda: bool(on_loop.voice.said))
    go_on.set()
    assert on_loop.end(held).status == "completed"
    ((execution, level, message, fields),) = on_loop.voice.said
    assert (execution, level) == ("e1", "warning")
    assert "waits without await" in str(message)
    assert "in sleeps_in_its_bed" in str(fields)


def test_tells_the_end_of_a_task_that_was_cancelled_before_its_first_step(on_loop: Bench) -> None:
    busy, go_on = threading.Event(), threading.Event()

    async def block() -> None:
        busy.set()
        go_on.wait(10)

    async def handle() -> None:
        await asyncio.sleep(600)

    first = on_loop.start(block)
    assert busy.wait(10)
    # The loop finds both in its queue at the same time: that to start it, and that to stop it.
    held = on_loop.start(handle, execution="e2")
    on_loop.runner.stop(held)
    go_on.set()
    assert on_loop.end(first).status == "completed"
    assert on_loop.end(held).error_class == "asyncio.exceptions.CancelledError"


@pytest.mark.parametrize("make", [AsyncRunner, ThreadRunner, ProcessRunner])
def test_starts_nothing_that_the_lease_does_not_allow_any_more(make: Callable[..., Runner]) -> None:
    bench = Bench(lambda clock, on_finished, voice: make(clock, on_finished, voice, lambda: False))
    held = bench.start(process_handlers.exit_at_once)
    assert bench.end(held) == FENCED
    assert held.started_at_ms == 0
    bench.runner.close(5)


def test_starts_nothing_that_was_stopped_on_its_way(in_threads: Bench) -> None:
    held = Held(dispatch(), handler_of("test", process_handlers.exit_at_once), "w", 0)
    held.stop = "cancelled"
    in_threads.runner.start([held])
    assert in_threads.end(held).status == "cancelled"


def test_shows_a_thread_that_it_should_end(in_threads: Bench) -> None:
    begun = threading.Event()

    def handle(context: JobContext) -> str:
        begun.set()
        while not context.cancelled:
            threading.Event().wait(0.001)
        return "ended in good order"

    held = in_threads.start(handle)
    assert begun.wait(10)
    held.stop = "cancelled"
    in_threads.runner.stop(held)
    assert in_threads.end(held).result == '"ended in good order"'


def test_runs_a_function_in_another_process(in_processes: Bench) -> None:
    assert in_processes.run(process_handlers.add, '{"a": 2, "b": 3}').result == "5"
    how = in_processes.run(process_handlers.refuse)
    assert (how.error_class, how.retryable) == ("tickwheel.worker.sdk.errors.NonRetryable", False)


def test_carries_logs_and_progress_out_of_a_process(in_processes: Bench) -> None:
    in_processes.run(process_handlers.tell, '{"name": "x"}')
    assert in_processes.voice.said == [
        ("e1", "warning", "half way", {"name": "x"}),
        ("e1", 0.5, "half"),
    ]


def test_masks_a_secret_that_a_process_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TICKWHEEL_SECRET_KEY", "hunter2hunter2")
    bench = Bench(ProcessRunner)
    assert bench.run(process_handlers.tell_the_secret, '{"key": "secret://key"}').status == "completed"
    bench.runner.close(5)
    assert bench.voice.said == [
        ("e1", "info", "it is ********", {"nested": {"list": ["********"]}, "fault": "********"}),
        ("e1", 0.5, "********"),
    ]


@pytest.mark.parametrize(
    ("function", "how"),
    [(process_handlers.exit_at_once, "exit code 7"), (process_handlers.crash, "signal SIGSEGV")],
)
def test_a_process_that_dies_ends_its_attempt_only(
    in_processes: Bench, function: Callable[[], None], how: str
) -> None:
    ended = in_processes.run(function)
    assert (ended.status, ended.error_class) == ("failed", "ProcessDied")
    assert how in ended.error_message
    assert in_processes.run(process_handlers.add, '{"a": 1, "b": 1}').result == "2"


def test_hears_of_the_end_of_a_process_whose_child_holds_the_pipe(
    in_processes: Bench, tmp_path: Path
) -> None:
    """Its attempt was waited for until its time-out, and the child went on."""
    path = tmp_path / "pid"
    ended = in_processes.run(process_handlers.exit_beside_a_child, f'{{"path": "{path}"}}')
    assert (ended.error_class, "exit code 7" in ended.error_message) == ("ProcessDied", True)
    _wait_for(lambda: not _is_alive(int(path.read_text())))


def test_kills_a_process_with_its_children(in_processes: Bench, tmp_path: Path) -> None:
    path = tmp_path / "pids"
    held = in_processes.start(process_handlers.sleep_with_a_child, f'{{"path": "{path}"}}')
    _wait_for(lambda: path.exists() and path.read_text().endswith("\n"))
    held.stop = "timed_out"
    in_processes.runner.stop(held)
    assert in_processes.end(held).status == "timed_out"
    pids = [int(pid) for pid in path.read_text().split()]
    _wait_for(lambda: not any(_is_alive(pid) for pid in pids))


def test_lets_a_process_end_in_good_order_when_it_looks_at_the_flag(
    in_processes: Bench, tmp_path: Path
) -> None:
    path = tmp_path / "running"
    held = in_processes.start(process_handlers.wait_for_the_flag, f'{{"path": "{path}"}}')
    _wait_for(path.exists)
    held.stop = "cancelled"
    in_processes.runner.stop(held)
    how = in_processes.end(held)
    assert (how.status, how.result) == ("completed", '"ended in good order"')


def test_refuses_to_run_in_a_process_what_no_process_can_import() -> None:
    with pytest.raises(Exception, match="cannot be imported by another process"):
        handler_of("test", lambda: None, "process")


def _wait_for(true: Callable[[], bool], timeout_s: float = 15.0) -> None:
    clock = SystemClock()
    deadline = clock.monotonic() + timeout_s
    while not true():
        assert clock.monotonic() < deadline, "waited in vain"
        threading.Event().wait(0.01)


def _is_alive(pid: int) -> bool:
    # A zombie whose new parent has not reaped it yet is dead enough.
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
