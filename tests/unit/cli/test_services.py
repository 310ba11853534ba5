"""`tickwheel <service>` starts the service's own composition root and ends with its exit code."""

import sys
from types import ModuleType

import pytest
from tests.unit.cli.conftest import Invoke

ROOTS = {
    "scheduler": "tickwheel.scheduler.__main__",
    "worker": "tickwheel.worker.__main__",
    "projector": "tickwheel.projector.__main__",
    "api": "tickwheel.command_api.__main__",
}


def stand_in(module: str, monkeypatch: pytest.MonkeyPatch, exit_code: int) -> list[tuple[object, ...]]:
    """Put a composition root in place that only remembers how it was called."""
    calls: list[tuple[object, ...]] = []
    root = ModuleType(module)

    def main(*arguments: object) -> int:
        calls.append(arguments)
        return exit_code

    monkeypatch.setattr(root, "main", main, raising=False)
    monkeypatch.setitem(sys.modules, module, root)
    return calls


@pytest.mark.parametrize("name", ROOTS)
@pytest.mark.parametrize("exit_code", [0, 1])
def test_the_exit_code_is_that_of_the_service(
    name: str, exit_code: int, invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = stand_in(ROOTS[name], monkeypatch, exit_code)
    assert invoke(name).exit_code == exit_code
    assert len(calls) == 1


def test_a_worker_is_told_where_the_handlers_are(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = stand_in(ROOTS["worker"], monkeypatch, 0)
    invoke("worker", "billing:app")
    invoke("worker")
    assert calls == [("billing:app",), (None,)]
