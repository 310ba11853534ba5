"""The SDK: registering handlers, declaring jobs, and what enqueue sends."""

import functools
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_type_hints

import pydantic
import pytest

from tickwheel.protocol import ids
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.worker import App, JobContext, Middleware, Retry, builtin
from tickwheel.worker.loading import load_app
from tickwheel.worker.nearest import laid_out
from tickwheel.worker.sdk.app import BUILT_IN, HandlerNameError, NotAcknowledgedError
from tickwheel.worker.sdk.checks import OptionsError
from tickwheel.worker.sdk.duration import milliseconds
from tickwheel.worker.sdk.job_options import JobOptions
from tickwheel.worker.sdk.options import Options
from tickwheel.worker.sdk.signature import HandlerSignatureError, handler_of
from tickwheel.worker.sdk.submitter import kafka_here


class Invoice(pydantic.BaseModel):
    number: int


class Tracing(Middleware):
    def enqueue(self, job: JobDefinition, headers: dict[str, str]) -> None:
        headers["traceparent"] = f"00-trace-of-{job.handler}"

    @contextmanager
    def run(self, context: JobContext) -> Iterator[None]:
        yield


app = App("billing", middleware=[Tracing()])


@app.job("billing.invoice", retry=Retry(times=5, initial="10s"), timeout="30s", priority=80)
async def invoice(payload: Invoice, context: JobContext) -> None:
    """Sends an invoice.

    By post.
    """


@app.job("billing.nightly", schedule="0 9 * * MON-FRI", tz="Europe/Vienna", payload={"full": True})
def nightly(payload: dict[str, bool]) -> str:
    return "done" if payload["full"] else "half done"


@app.job("billing.poll", every="PT5M")
def poll() -> None: ...


def test_a_decorated_function_stays_callable() -> None:
    assert nightly({"full": True}) == "done"


def test_reads_kind_schema_and_description_from_the_function() -> None:
    by_name = {handler.name: handler for handler in app.handlers}
    assert by_name["billing.invoice"].kind == "async"
    assert by_name["billing.nightly"].kind == "thread"
    assert '"number"' in by_name["billing.invoice"].payload_schema
    assert by_name["billing.invoice"].description == "Sends an invoice."


def test_declares_jobs_that_have_a_schedule() -> None:
    nightly_job, poll_job = app.declared_jobs()
    assert (nightly_job.name, nightly_job.when, nightly_job.cron) == (
        "billing.nightly",
        "cron",
        "0 9 * * MON-FRI",
    )
    assert (nightly_job.timezone, nightly_job.payload) == ("Europe/Vienna", '{"full":true}')
    assert (poll_job.when, poll_job.interval_ms) == ("interval", 300_000)


def test_enqueue_makes_a_one_off_job_with_the_options_of_its_handler() -> None:
    sent = app.submission("prod", invoice, Invoice(number=7), {"key": "7", "delay": "1h"})
    job = sent.command.definition
    assert (job.name, job.handler, job.payload) == ("billing.invoice:7", "billing.invoice", '{"number":7}')
    assert (job.when, job.delay_ms, job.timeout_ms) == ("delay", 3_600_000, 30_000)
    assert (job.max_retries, job.backoff_initial_ms, job.priority) == (5, 10_000, 80)
    assert sent.job_id == ids.job_id("prod", "billing.invoice:7")


def test_the_same_key_is_the_same_job_and_no_key_is_a_new_one() -> None:
    def names(how_often: int, key: str) -> set[str]:
        return {app.submission("prod", poll, None, {"key": key}).command.command_id for _ in range(how_often)}

    assert len(names(2, "k")) == 1
    assert len(names(2, "")) == 2


def test_carries_the_trace_from_enqueue_to_the_job() -> None:
    sent = app.submission("prod", poll, None, {})
    assert sent.headers == {"traceparent": "00-trace-of-billing.poll"}
    assert sent.command.definition.tags == {"traceparent": "00-trace-of-billing.poll"}


def test_runs_at_an_instant_with_a_zone() -> None:
    sent = app.submission("prod", poll, None, {"run_at": datetime(2030, 1, 1, tzinfo=UTC)})
    assert (sent.command.definition.when, sent.command.definition.run_at_ms) == ("at", 1_893_456_000_000)
    with pytest.raises(Fault, match="time zone"):
        app.submission("prod", poll, None, {"run_at": datetime(2030, 1, 1)})  # noqa: DTZ001


async def _what_the_type_checker_refuses() -> None:
    """Never called: mypy fails if one of these calls were accepted, because its ignore would then be unused."""
    await app.enqueue(invoice, Invoice(number=1))
    await app.enqueue(poll)
    await app.enqueue(invoice, {"number": 1})  # type: ignore[arg-type]
    await app.enqueue(invoice)  # type: ignore[arg-type]
    app.enqueue_sync(nightly, Invoice(number=1))  # type: ignore[arg-type]


def test_refuses_a_payload_that_is_too_large_or_no_object() -> None:
    with pytest.raises(Fault, match="262144 are allowed"):
        app.submission("prod", nightly, {"text": "x" * 300_000}, {})
    with pytest.raises(Fault, match="JSON object"):
        app.submission("prod", nightly, [1], {})


def test_refuses_two_handlers_of_one_name_and_functions_that_are_none() -> None:
    with pytest.raises(Fault, match="registered twice"):
        app.job("billing.poll")(lambda: None)
    with pytest.raises(Fault, match="no handler of app billing"):
        app.submission("prod", print, None, {})


def test_refuses_a_function_with_two_payloads() -> None:
    def handle(one: int, two: int) -> None: ...

    with pytest.raises(Fault, match="at most one payload"):
        handler_of("test", handle)


def spread(*payloads: dict[str, int]) -> None: ...


def gather(**fields: int) -> None: ...


def nameless(payload: dict[str, int], /) -> None: ...


def defaulted(payload: dict[str, int] = {}) -> None: ...  # noqa: B006 - what is refused


def scalar(number: int) -> None: ...


def generator(payload: dict[str, int]) -> Iterator[int]:
    yield 1


async def stream() -> AsyncIterator[int]:
    yield 1


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (spread, "called by the names"),
        (gather, "called by the names"),
        (nameless, "called by the names"),
        (defaulted, "has a default"),
        (scalar, "a payload is a JSON object"),
        (generator, "yields"),
        (stream, "yields"),
        (Invoice, "a function or a method"),
        (7, "a function or a method"),
    ],
)
def test_refuses_what_could_never_be_called_and_says_why(function: Any, why: str) -> None:
    with pytest.raises(HandlerSignatureError, match=why):
        handler_of("test", function)


def test_takes_partials_objects_and_methods() -> None:
    class Sender:
        def __call__(self, payload: Invoice) -> None: ...

        async def send(self, payload: Invoice, context: JobContext) -> None: ...

    def two(payload: Invoice, count: int) -> None: ...

    found = [handler_of("test", each) for each in (Sender(), Sender().send, functools.partial(two, count=1))]
    assert [(each.payload_name, each.kind) for each in found] == [
        ("payload", "thread"),
        ("payload", "async"),
        ("payload", "thread"),
    ]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"priority": 101}, "priority is 101; it must be from 0 to 100"),
        ({"timeout": "0.5s"}, "timeout is 500 ms"),
        ({"retry": 1_000}, "retry.times is 1000"),
        ({"retry": Retry(factor=0.5)}, "retry.factor is 0.5"),
        ({"overlap": "skp"}, "overlap is 'skp'; it is one of skip, buffer_one"),
        ({"queue": "my queue"}, "queue is 'my queue'"),
    ],
)
def test_refuses_options_that_no_scheduler_would_take_where_they_are_written(
    options: dict[str, Any], why: str
) -> None:
    """A scheduler refused them later, and `enqueue` had returned as if all were well."""
    with pytest.raises(OptionsError, match=re.escape(why)):
        App("test").job("test.wrong", **options)
    with pytest.raises(OptionsError, match="priority is 101"):
        app.submission("prod", nightly, None, {"priority": 101})


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"schedule": "every day"}, "schedule: expected"),
        ({"schedule": "0 9 * * *", "tz": "Mars/Olympus"}, "tz: "),
        ({"every": 0}, "every: expected an interval"),
        ({"schedule": "0 9 * * *"}, "add payload="),
    ],
)
def test_refuses_a_declared_job_that_could_never_run(options: dict[str, Any], why: str) -> None:
    wrong = App("test")

    @wrong.job("test.wrong", **options)
    def handle(payload: Invoice) -> None: ...

    with pytest.raises(OptionsError, match=why):
        wrong.declared_jobs()


@pytest.mark.parametrize("name", ["", " x", "x" * 256, "x\n"])
def test_refuses_names_that_no_job_can_have(name: str) -> None:
    with pytest.raises(OptionsError, match="cannot be the name of a job"):
        App("test").job(name)


def test_refuses_the_names_of_built_in_handlers() -> None:
    """The built-in one would have been run instead."""
    names = {handler.name for handler in builtin.handlers(WorkerGroup(allow_commands=("/bin/true",)))}
    assert names == BUILT_IN
    with pytest.raises(HandlerNameError, match=r"such as billing\.sleep"):
        App("billing").job("sleep")(lambda: None)


class Silent:
    """A broker that takes everything and acknowledges nothing."""

    namespace = "prod"

    def send(self, *_: object) -> Future[None]:
        return Future()

    def close(self) -> None: ...


async def test_says_what_to_do_when_no_broker_acknowledges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tickwheel.worker.sdk.app.ACKNOWLEDGED_S", 0.01)
    silent = App("silent")
    silent.connect(Silent())
    silent.job("silent.poll")(poll)
    with pytest.raises(NotAcknowledgedError, match=r"silent\.poll:7 .* again with the same key"):
        silent.enqueue_sync(poll, key="7")
    with pytest.raises(NotAcknowledgedError, match="again with the same key"):
        await silent.enqueue(poll, key="7")


def test_connects_anew_in_a_process_that_was_forked() -> None:
    """Web servers fork their workers: the thread that serves acknowledgements stays behind in the parent."""
    program = (
        "import os; from tickwheel.worker import App; app = App('forked'); app.connect(object()); child = os.fork();"
        "child or os._exit(7 if app.connect(None) is None else 1);"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7; assert app.connect(None) is not None"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_refuses_a_decorator_without_a_name() -> None:
    """It would have registered nothing, and said nothing."""
    with pytest.raises(HandlerNameError, match="needs the name"):
        App("test").job(scalar)  # type: ignore[arg-type]


def test_the_typed_keywords_are_the_options() -> None:
    assert set(get_type_hints(JobOptions)) == set(Options.__struct_fields__)


@pytest.mark.parametrize(
    ("duration", "ms"),
    [
        (1.5, 1_500),
        ("250ms", 250),
        ("30s", 30_000),
        ("1h30m", 5_400_000),
        ("PT1H30M", 5_400_000),
        ("P1D", 86_400_000),
        (timedelta(minutes=2), 120_000),
    ],
)
def test_reads_durations(duration: float | str | timedelta, ms: int) -> None:
    assert milliseconds(duration) == ms


@pytest.mark.parametrize("duration", ["", "soon", "10", "P", "5x", -1])
def test_refuses_what_is_no_duration(duration: float | str) -> None:
    with pytest.raises(Fault):
        milliseconds(duration)


def test_finds_the_app_by_module_and_attribute() -> None:
    assert load_app("tests.unit.worker.test_app:app").name == "billing"
    for path, why in (
        ("billing", "of the form module:attribute"),
        ("no.such.module:app", "there is no module"),
        ("billing.py:app", "name its module, as billing:app"),
        ("./shop/billing.py:app", "as shop.billing:app"),
        ("tests.unit.worker.test_app:invoice", "is a function; tests.unit.worker.test_app has app"),
        ("tests.unit.worker.test_app:ap", "is not there; tests.unit.worker.test_app has app"),
    ):
        with pytest.raises(Fault, match=re.escape(why)):
            load_app(path)


def test_finds_the_kafka_of_the_stack_that_runs_in_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TICKWHEEL_KAFKA_BOOTSTRAP", raising=False)
    (tmp_path / ".tickwheel").mkdir()
    (tmp_path / ".tickwheel" / "endpoints.json").write_text('{"kafka": "127.0.0.1:1234"}')
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    assert kafka_here().bootstrap == "127.0.0.1:1234"
    monkeypatch.setenv("TICKWHEEL_KAFKA_BOOTSTRAP", "kafka:9092")
    assert kafka_here().bootstrap == "kafka:9092"


def test_takes_the_layout_of_the_stack_but_for_what_the_settings_say() -> None:
    kafka = KafkaGroup(partitions=4, mailboxes=2, replication=1, min_insync=1)
    log = MemoryLog(MemoryBroker(ManualClock(0)), "test")
    cluster = Cluster(log, Topics(kafka.topic_prefix), Codec(), clock=ManualClock(0))
    ClusterTopics(log.admin(), Topics(kafka.topic_prefix), cluster, Layout.of(kafka)).apply()
    found = laid_out(KafkaGroup(mailboxes=7), log)
    assert (found.partitions, found.mailboxes) == (4, 7)
