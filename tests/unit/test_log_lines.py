"""Every log line of ours is constant text that reads as a sentence; what varies goes into fields."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVICES = Path(__file__).parents[2] / "services"
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
LOGGERS = {"log", "_log", "logger"}


def log_calls(source: str) -> Iterator[ast.Call]:
    """Calls such as `log.info(...)` and `self._log.info(...)`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
            target = node.func.value
            name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
            if name in LOGGERS:
                yield node


def fault_of(call: ast.Call) -> str | None:
    sentence = call.args[0] if call.args else None
    if not (isinstance(sentence, ast.Constant) and isinstance(sentence.value, str)):
        return "is not constant text"
    if not sentence.value[:1].isupper() or " " not in sentence.value:
        return "does not read as a sentence"
    if sentence.value.endswith("."):
        return "ends with a full stop, which the fields then follow"
    return None


def test_every_log_line_is_a_sentence() -> None:
    faults = [
        f"{path.relative_to(SERVICES)}:{call.lineno} {fault}"
        for path in sorted(SERVICES.rglob("*.py"))
        for call in log_calls(path.read_text())
        if (fault := fault_of(call))
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("log.info('Took over a partition', partition=3)", None),
        ("self._log.info(f'Took over {p}')", "is not constant text"),
        ("log.warning('oops there')", "does not read as a sentence"),
        ("log.error('It is over.')", "ends with a full stop, which the fields then follow"),
    ],
)
def test_what_counts_as_a_sentence(line: str, fault: str | None) -> None:
    (call,) = log_calls(line)
    assert fault_of(call) == fault
