"""How results are printed: a table for people, JSON for programs. Both show the same rows."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer


class Format(StrEnum):
    table = "table"
    json = "json"


FormatOption = Annotated[Format, typer.Option("--output", "-o", help="Print a table, or JSON for programs.")]

Row = Mapping[str, Any]

UNBROKEN = 10_000
LONGEST_OBJECT = 100
NOTHING: tuple[Any, ...] = (None, "", [], {})
"""What the table of one thing leaves out."""
MICROSECONDS = re.compile(r"(?<=\d\d:\d\d:\d\d)(\.\d{3})\d{3}Z$")
"""Of an instant; nobody wants to read them."""


def show_rows(rows: Sequence[Row], columns: Mapping[str, str], output: Format) -> None:
    """Print rows: JSON has every key, the table the given columns (key -> heading)."""
    if output is Format.json:
        print(json.dumps([dict(row) for row in rows], indent=2))
    else:
        _table(rows, columns)


def show_one(row: Row, output: Format, columns: Mapping[str, Mapping[str, str]] | None = None) -> None:
    """Print one thing: a JSON object, or a line for each of its keys, and its lists of rows below. `columns` (key -> columns) are
    those of a list; without, all that the thing itself does not have."""
    if output is Format.json:
        print(json.dumps(dict(row), indent=2))
        return
    told = {key: value for key, value in row.items() if value not in NOTHING}
    lists = {key: value for key, value in told.items() if _is_of_rows(value)}
    lines = [line for key, value in told.items() if key not in lists for line in _lines(key, value)]
    _table(lines, {"key": "", "value": ""})
    for key, rows in lists.items():
        print(f"\n{key}")
        _table(rows, (columns or {}).get(key) or _columns(row, rows))


def _columns(row: Row, rows: Sequence[Row]) -> Mapping[str, str]:
    told = (name for name in rows[0] if any(_is_news(one[name], row.get(name)) for one in rows))
    return {name: name.upper() for name in told}


def _table(rows: Sequence[Row], columns: Mapping[str, str]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = sys.stdout.isatty()
    table = Table(
        box=None, show_header=any(columns.values()), header_style="bold", pad_edge=False, padding=(0, 2, 0, 0)
    )
    for heading in columns.values():
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row.get(key))) for key in columns))
    if terminal:
        Console(highlight=False).print(table)
        return
    # Away from a terminal nothing is wrapped or filled up: `| grep` wants whole lines, and no more.
    console = Console(width=UNBROKEN, highlight=False)
    with console.capture() as text:
        console.print(table)
    print("\n".join(line.rstrip() for line in text.get().splitlines()))


def _is_news(value: Any, above: Any) -> bool:
    """Whether it says more than the thing that the list is part of has said already."""
    return value not in NOTHING and value != above


def _lines(key: str, value: Any) -> Iterator[Row]:
    """One line, or one for each field of what would be too long for it."""
    if isinstance(value, dict) and len(_cell(value)) > LONGEST_OBJECT:
        for field, one in value.items():
            if one not in NOTHING:
                yield {"key": f"{key}.{field}", "value": one}
    else:
        yield {"key": key, "value": value}


def _is_of_rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return json.dumps({key: one for key, one in value.items() if one not in NOTHING}, ensure_ascii=False)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else MICROSECONDS.sub(r"\1Z", str(value))
