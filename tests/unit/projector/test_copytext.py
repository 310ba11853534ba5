"""Whatever stands in the log, COPY must take it."""

import json

import pytest

from tickwheel.projector import copytext


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain", "plain"),
        ("", ""),
        ("None", "\\None"),
        ("a\tb\nc\rd", "a\\tb\\nc\\rd"),
        ("C:\\temp", "C:\\\\temp"),
        ("a\0b", "a\ufffdb"),
        ("\ud800", "?"),
    ],
)
def test_text_is_escaped_as_copy_wants_it(value: str, written: str) -> None:
    assert copytext.text(value) == written


def test_json_of_others_is_kept_as_it_is() -> None:
    assert copytext.foreign_document('{"a": [1, 2.5, null]}') == '{"a": [1, 2.5, null]}'


@pytest.mark.parametrize("value", ["{", "no json", "[" * 5_000, '"\\ud800"', "1e400000", "\0"])
def test_what_is_no_json_becomes_a_json_string(value: str) -> None:
    written = copytext.foreign_document(value)
    assert isinstance(json.loads(written.replace("\\\\", "\\")), str)


def test_an_escaped_nul_is_replaced_but_an_escaped_backslash_is_not() -> None:
    assert copytext.foreign_document('["\\u0000", "\\\\u0000"]') == '["\\\\ufffd", "\\\\\\\\u0000"]'
