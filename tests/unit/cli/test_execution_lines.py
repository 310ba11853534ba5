"""How the log of an execution is printed."""

from typing import Any

import pytest

from tickwheel.cli.execution_lines import line_text


def line(**changes: Any) -> dict[str, Any]:
    values = {
        "logged_at": "2026-01-31T09:00:00.250000Z",
        "level": "info",
        "message": "packing",
        "fields": None,
    }
    return values | changes


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (line(), "2026-01-31T09:00:00.250Z info    packing"),
        (line(logged_at="2026-01-31T09:00:00Z"), "2026-01-31T09:00:00.000Z info    packing"),
        (line(fields={"number": 7, "to": "Ada"}), "2026-01-31T09:00:00.250Z info    packing number=7 to=Ada"),
        (line(dropped=3), "2026-01-31T09:00:00.250Z info    packing (3 lines before it were dropped)"),
        (
            line(level="error", fields={"traceback": "Traceback\nValueError: no"}),
            "2026-01-31T09:00:00.250Z error   packing\n    Traceback\n    ValueError: no",
        ),
        (line(fields='{"cut'), '2026-01-31T09:00:00.250Z info    packing fields={"cut'),
    ],
)
def test_prints_a_line_with_its_fields(told: dict[str, Any], text: str) -> None:
    assert line_text(told) == text
