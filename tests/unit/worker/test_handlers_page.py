"""The examples of docs/handlers.md are run as they stand."""

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "handlers.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.fixture
def billing(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("billing")
    monkeypatch.setitem(sys.modules, "billing", module)
    exec(compile(examples()[0], "billing.py", "exec"), module.__dict__)  # noqa: S102 - our own page
    return module


def test_the_first_example_registers_two_handlers_and_declares_one_job(billing: ModuleType) -> None:
    assert [handler.name for handler in billing.app.handlers] == ["billing.invoice", "billing.report"]
    assert [job.cron for job in billing.app.declared_jobs()] == ["0 9 * * MON-FRI"]


def test_the_middleware_can_be_used(billing: ModuleType) -> None:
    names = _run(next(each for each in examples() if "Middleware" in each))

    @names["app"].job("test")  # type: ignore[untyped-decorator]
    def test() -> None: ...

    assert "traceparent" in names["app"].submission("prod", test, None, {}).headers


async def test_the_test_passes(billing: ModuleType) -> None:
    names = _run(next(each for each in examples() if "VirtualTickwheel" in each))
    (test,) = [value for name, value in names.items() if name.startswith("test_")]
    assert inspect.iscoroutinefunction(test)
    await test()


def _run(example: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(example, str(PAGE), "exec"), names)  # noqa: S102 - our own page
    return names
