"""The examples of docs/handlers.md are run as they stand."""

import ast
import json
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from opentelemetry import trace
from tests.unit.worker.scene import NOW_MS

from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.testing.virtual import VirtualTickwheel
from tickwheel.worker import App
from tickwheel.worker.builtin.command import Command
from tickwheel.worker.builtin.http import HttpRequest
from tickwheel.worker.sdk.job_options import JobOptions
from tickwheel.worker.sdk.submitter import Submitter

PAGE = Path(__file__).parents[3] / "docs" / "handlers.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def example(begins: str) -> str:
    return next(each for each in examples() if each.startswith(begins))


def commands() -> list[str]:
    """The lines for a shell."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.fixture
def billing(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("billing")
    monkeypatch.setitem(sys.modules, "billing", module)
    exec(compile(example("# billing.py"), "billing.py", "exec"), module.__dict__)  # noqa: S102 - our own page
    return module


def test_the_first_example_registers_two_handlers_and_declares_one_job(billing: ModuleType) -> None:
    assert [handler.name for handler in billing.app.handlers] == ["billing.invoice", "billing.report"]
    assert [job.cron for job in billing.app.declared_jobs()] == ["0 9 * * MON-FRI"]


def test_the_dry_run_prints_the_plan(tmp_path: Path) -> None:
    (tmp_path / "billing.py").write_text(example("# billing.py"))
    [line] = [each for each in commands() if "--dry-run" in each]
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    ran = subprocess.run(
        ["/bin/sh", "-c", line], cwd=tmp_path, env={"PATH": path}, capture_output=True, check=True
    )
    assert b"billing.report: 0 9 * * MON-FRI (Europe/Vienna)" in ran.stdout


async def test_the_enqueue_example_sends_two_jobs(billing: ModuleType) -> None:
    broker, kafka = MemoryBroker(ManualClock(NOW_MS)), KafkaGroup(partitions=1, replication=1, min_insync=1)
    log, topics = MemoryLog(broker, "test"), Topics(kafka.topic_prefix)
    ClusterTopics(log.admin(), topics, Cluster(log, topics, Codec()), Layout.of(kafka)).apply()
    billing.app.connect(Submitter(log, kafka))
    await _run_async(example("from billing import"))
    billing.app.close()
    place = TopicPartition(topics.commands("normal"), 0)
    sent, _ = broker.partition(place).read(0, 10, committed=True)
    definitions = [Codec().decode(each.value or b"", CreateJob).definition for each in sent]
    assert [(each.handler, each.payload, each.when, each.delay_ms) for each in definitions] == [
        ("billing.invoice", '{"number":7}', "now", 0),
        ("billing.invoice", '{"number":8}', "delay", 3_600_000),
    ]
    assert definitions[0].name == "billing.invoice:7"


def test_the_memory_limit_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("thumbnails")
    monkeypatch.setitem(sys.modules, "thumbnails", module)
    exec(compile(example("# thumbnails.py"), "thumbnails.py", "exec"), module.__dict__)  # noqa: S102 - our own page
    [handler] = module.app.handlers
    assert (handler.kind, handler.memory_limit_mib) == ("process", 512)


async def test_the_error_tracker_gets_the_error_and_its_execution(monkeypatch: pytest.MonkeyPatch) -> None:
    scope = NotingScope()
    monkeypatch.setitem(sys.modules, "sentry_sdk", ModuleType("sentry_sdk"))
    monkeypatch.setattr(sys.modules["sentry_sdk"], "new_scope", lambda: nullcontext(scope), raising=False)
    app: App = _run(example("# Errors to Sentry"))["app"]

    @app.job("billing.broken", retry=0)
    def broken() -> None:
        raise ValueError("no")

    async with VirtualTickwheel(app) as t:
        await t.enqueue(broken)
        [execution] = t.executions()
    assert execution.status == "FAILED"
    assert [str(error) for error in scope.captured] == ["no"]
    assert scope.tags == {"handler": "billing.broken", "execution": execution.execution_id}


def test_the_tracing_example_can_be_used() -> None:
    app = _run(example("# A span for each run"))["app"]

    @app.job("test")  # type: ignore[untyped-decorator]
    def test() -> None: ...

    with trace.use_span(trace.NonRecordingSpan(trace.SpanContext(1, 2, is_remote=False))):
        headers = app.submission("prod", test, None, {}).headers
    assert headers["traceparent"].startswith(f"00-{1:032x}-{2:016x}-")


def test_the_payloads_of_built_in_handlers_fit_their_models() -> None:
    request, command = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert set(json.loads(request)) == set(HttpRequest.model_fields) - {"sign"}
    assert set(json.loads(command)) == set(Command.model_fields)
    HttpRequest.model_validate_json(request)
    Command.model_validate_json(command)


def test_the_options_of_the_page_are_those_of_the_decorator() -> None:
    section = PAGE.read_text().partition("## What can be said of a job")[2].partition("## Enqueue")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    told = {option for row in rows for option in re.findall(r"`(\w+)`", row)}
    assert told == set(JobOptions.__annotations__) | {"kind", "memory_limit_mib"}


def test_every_example_of_the_page_is_run_by_a_test_here() -> None:
    beginnings = (
        "# billing.py",
        "# thumbnails.py",
        "from billing import",
        "# Errors to Sentry",
        "# A span for each run",
    )
    assert [block for block in examples() if not block.startswith(beginnings)] == []


class NotingScope:
    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.captured: list[BaseException] = []

    def set_tag(self, name: str, value: str) -> None:
        self.tags[name] = value

    def capture_exception(self, error: BaseException) -> None:
        self.captured.append(error)


def _run(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(code, str(PAGE), "exec"), names)  # noqa: S102 - our own page
    return names


async def _run_async(code: str) -> None:
    """Code with `await` at its top, as in `python -m asyncio`."""
    names: dict[str, Any] = {}
    waiting = eval(compile(code, str(PAGE), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)  # noqa: S307 - our own page
    await waiting
