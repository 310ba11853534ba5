"""Log lines: one JSON object each away from a terminal, readable on one, with bound ids and the library's lines too."""

import io
import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from tickwheel.runtime import logs


@pytest.fixture(autouse=True)
def _former_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hook = root.handlers, root.level, threading.excepthook
    yield
    root.handlers, threading.excepthook = handlers, hook
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


def lines(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_is_a_sentence_with_fields(out: io.StringIO) -> None:
    logs.configure("json", stream=out)
    logs.logger("tickwheel.scheduler").info("Took over a partition", partition=3)
    (line,) = lines(out)
    assert line.pop("time").endswith("Z")
    assert line == {
        "message": "Took over a partition",
        "level": "info",
        "logger": "tickwheel.scheduler",
        "partition": 3,
    }


def test_bound_ids_stand_on_every_line_inside_library_lines_too(out: io.StringIO) -> None:
    logs.configure("json", stream=out)
    log = logs.logger("ours")
    with logs.bound(job="j1", execution="e1"):
        log.info("Started")
        logging.getLogger("theirs").warning("Took %d ms", 5)
    log.info("After")
    inside = [
        (line["message"], line["logger"], line.get("job"), line.get("execution")) for line in lines(out)
    ]
    assert inside == [
        ("Started", "ours", "j1", "e1"),
        ("Took 5 ms", "theirs", "j1", "e1"),
        ("After", "ours", None, None),
    ]


def test_lines_below_the_level_are_left_out(out: io.StringIO) -> None:
    logs.configure("json", "warning", stream=out)
    logs.logger("a").info("Not this")
    logging.getLogger("b").info("Nor this")
    logs.logger("a").warning("But this")
    assert [line["message"] for line in lines(out)] == ["But this"]


def test_an_exception_is_one_field_of_one_line(out: io.StringIO) -> None:
    logs.configure("json", stream=out)
    try:
        int("bad")
    except ValueError:
        logs.logger("a").exception("It failed")
    (line,) = lines(out)
    assert line["message"] == "It failed"
    assert line["exception"].endswith("invalid literal for int() with base 10: 'bad'")


def test_a_value_json_does_not_know_is_written_as_text(out: io.StringIO) -> None:
    logs.configure("json", stream=out)
    logs.logger("a").info("Odd", value=ValueError("x"))
    assert lines(out)[0]["value"] == "x"


def test_auto_is_readable_on_a_terminal_and_json_elsewhere(
    out: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.configure("auto", stream=out)
    logs.logger("a").info("To a file")
    assert lines(out)[0]["message"] == "To a file"

    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    logs.configure("auto", stream=terminal)
    logs.logger("a").info("To a person", partition=3)
    assert "To a person" in terminal.getvalue()
    assert "partition=3" in terminal.getvalue()
    assert not terminal.getvalue().startswith("{")


def test_a_thread_that_crashes_is_a_line(out: io.StringIO) -> None:
    logs.configure("json", stream=out)
    thread = threading.Thread(target=lambda: 1 / 0, name="doomed")
    thread.start()
    thread.join()
    (line,) = lines(out)
    assert (line["message"], line["thread"]) == ("A thread ended by an unexpected error", "doomed")
    assert "ZeroDivisionError" in line["exception"]
