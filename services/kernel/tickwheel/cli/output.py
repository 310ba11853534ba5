"""How results are printed: a table for people, JSON for programs. Both show the same rows."""

import json
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer


class Format(StrEnum):
    table = "table"
    json = "json"


FormatOption = Annotated[Format, typer.Option("--output", "-o", help="Print a table, or JSON for programs.")]

Row = Mapping[str, Any]


def show_rows(rows: Sequence[Row], columns: Mapping[str, str], output: Format) -> None:
    """Print rows: JSON has every key, the table the given columns (key -> heading)."""
    if output is Format.json:
        print(json.dumps([dict(row) for row in rows], indent=2))
    else:
        _table(rows, columns)


def show_one(row: Row, output: Format) -> None:
    """Print one thing: a JSON object, or a line for each of its keys."""
    if output is Format.json:
        print(json.dumps(dict(row), indent=2))
    else:
        _table([{"key": key, "value": value} for key, value in row.items()], {"key": "", "value": ""})


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
    # Away from a terminal nothing is wrapped: `| grep` wants whole lines.
    Console(width=None if terminal else 10_000, highlight=False).print(table)


def _cell(value: Any) -> str:
    return "" if value is None else str(value)
