"""Tables and JSON show the same rows; away from a terminal no line is wrapped."""

import json

import pytest

from tickwheel.cli.output import Format, Row, show_one, show_rows

ROWS: list[Row] = [
    {"name": "a" * 120, "note": "[bold]kept[/]", "hidden": 1},
    {"name": "b", "note": None, "hidden": 2},
]
COLUMNS = {"name": "NAME", "note": "NOTE"}


def test_a_table_has_one_unwrapped_line_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows(ROWS, COLUMNS, Format.table)
    heading, first, second = capsys.readouterr().out.splitlines()
    assert heading.split() == ["NAME", "NOTE"]
    assert first.split() == ["a" * 120, "[bold]kept[/]"]
    assert second.split() == ["b"]


def test_json_has_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows(ROWS, COLUMNS, Format.json)
    assert json.loads(capsys.readouterr().out) == ROWS


def test_one_thing_is_an_object_or_a_line_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    show_one({"tickwheel": "1.0", "python": "3.11"}, Format.table)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["tickwheel", "1.0"],
        ["python", "3.11"],
    ]
    show_one({"tickwheel": "1.0"}, Format.json)
    assert json.loads(capsys.readouterr().out) == {"tickwheel": "1.0"}


def test_an_object_that_is_too_long_for_a_line_has_one_for_each_field(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_one({"small": {"a": 1}, "large": {"first": "x" * 100, "second": 0, "third": ""}}, Format.table)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["small", '{"a":', "1}"],
        ["large.first", "x" * 100],
        ["large.second", "0"],
    ]


def test_one_thing_leaves_out_what_is_empty_and_shows_its_rows_below(
    capsys: pytest.CaptureFixture[str],
) -> None:
    attempts = [
        {"name": "report", "attempt": 1, "error": "boom", "at": "2026-01-31T09:00:00.250000Z"},
        {"name": "report", "attempt": 2, "error": None, "at": "2026-01-31T09:00:01Z"},
    ]
    shown = {
        "name": "report",
        "error": None,
        "tags": {},
        "payload": {"to": "a", "cc": ""},
        "attempts": attempts,
    }
    show_one(shown, Format.table)
    assert capsys.readouterr().out.splitlines() == [
        "name     report",
        'payload  {"to": "a"}',
        "",
        "attempts",
        "ATTEMPT  ERROR  AT",
        "1        boom   2026-01-31T09:00:00.250Z",
        "2               2026-01-31T09:00:01Z",
    ]
