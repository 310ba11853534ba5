"""Lists: filter, search, sort, cursor paging and totals, the same for every table.

A page ends with a cursor that names the last row by its sort value and id, so a page costs the same however deep it is,
and rows that arrive meanwhile neither repeat nor hide others.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from psycopg import sql

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

MOST_ROWS = 500
COUNTED_AT_MOST = 10_000
"""Totals beyond this are told as 'at least': counting a million rows for every page would cost more than the page."""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked of a table."""

    table: str
    id: str
    columns: tuple[str, ...]
    sorts: Mapping[str, str]
    """Word -> expression that is never NULL. The first is the default, descending."""
    search: tuple[str, ...]
    """Columns that a search looks into."""
    filters: Mapping[str, str]
    """Word -> condition with one %s."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asks of a list."""

    filters: Mapping[str, Any] = {}
    search: str = ""
    sort: str = ""
    """A word of `sorts`, with a minus in front for descending; empty for the default."""
    limit: int = 50
    cursor: str = ""
    total: bool = True


def page(pool: Pool, listing: Listing, question: Question) -> dict[str, Any]:
    conditions, values = _conditions(listing, question)
    word, descending = _sort(listing, question.sort)
    after, after_values = _after(listing, word, descending, question.cursor)
    limit = max(1, min(question.limit, MOST_ROWS))
    rows = all_rows(
        pool,
        _select(listing, [*conditions, *after], word, descending),
        (*values, *after_values, limit + 1),
    )
    more = len(rows) > limit
    rows = rows[:limit]
    cursor = _cursor(word, rows[-1], listing) if more else None
    for row in rows:
        row.pop("sort_value", None)
    body: dict[str, Any] = {"items": rows, "next": cursor}
    if question.total:
        body |= _total(pool, listing, conditions, values)
    return body


def _conditions(listing: Listing, question: Question) -> tuple[list[sql.Composable], list[Any]]:
    conditions: list[sql.Composable] = []
    values: list[Any] = []
    for word, value in question.filters.items():
        if value in (None, "", [], {}):
            continue
        conditions.append(sql.SQL(listing.filters[word]))  # our own text, not a caller's
        values.append(value)
    if question.search:
        looked_at = [sql.SQL("{} ILIKE %s").format(sql.Identifier(column)) for column in listing.search]
        conditions.append(sql.SQL("({})").format(sql.SQL(" OR ").join(looked_at)))
        values += [f"%{_literal(question.search)}%"] * len(looked_at)
    return conditions, values


def _literal(text: str) -> str:
    """Somebody who searches for 50% means the sign."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _sort(listing: Listing, asked: str) -> tuple[str, bool]:
    if not asked:
        return next(iter(listing.sorts)), True
    word = asked.removeprefix("-")
    if word not in listing.sorts:
        words = ", ".join(listing.sorts)
        raise Problem(422, "invalid", f"expected sort to be one of {words}, but it is {word!r}", field="sort")
    return word, asked.startswith("-")


def _select(
    listing: Listing, conditions: Sequence[sql.Composable], word: str, descending: bool
) -> sql.Composed:
    return sql.SQL(
        "SELECT {columns}, ({sort})::text AS sort_value FROM {table} WHERE {where} ORDER BY {sort} {way}, {id} LIMIT %s"
    ).format(
        columns=sql.SQL(", ").join(sql.Identifier(column) for column in listing.columns),
        sort=_expression(listing, word),
        table=sql.Identifier(*listing.table.split(".")),
        where=_all_of(conditions),
        way=sql.SQL("DESC" if descending else "ASC"),
        id=sql.Identifier(listing.id),
    )


def _after(
    listing: Listing, word: str, descending: bool, cursor: str
) -> tuple[list[sql.Composable], list[Any]]:
    """Rows after the one that the cursor names. The first comparison alone lets the index find the place."""
    if not cursor:
        return [], []
    value, row_id = _read_cursor(cursor, word)
    condition = sql.SQL("({sort} {reach} %s AND ({sort} {beyond} %s OR {id} > %s))").format(
        sort=_expression(listing, word),
        reach=sql.SQL("<=" if descending else ">="),
        beyond=sql.SQL("<" if descending else ">"),
        id=sql.Identifier(listing.id),
    )
    return [condition], [value, value, row_id]


def _expression(listing: Listing, word: str) -> sql.Composable:
    return sql.SQL(listing.sorts[word])  # our own text, not a caller's


def _all_of(conditions: Sequence[sql.Composable]) -> sql.Composable:
    return sql.SQL(" AND ").join(conditions) if conditions else sql.SQL("true")


def _total(
    pool: Pool, listing: Listing, conditions: list[sql.Composable], values: list[Any]
) -> dict[str, Any]:
    query = sql.SQL("SELECT count(*) AS n FROM (SELECT 1 FROM {} WHERE {} LIMIT {}) counted").format(
        sql.Identifier(*listing.table.split(".")), _all_of(conditions), sql.Literal(COUNTED_AT_MOST + 1)
    )
    counted = int(all_rows(pool, query, tuple(values))[0]["n"])
    return {"total": min(counted, COUNTED_AT_MOST), "total_is_exact": counted <= COUNTED_AT_MOST}


def _cursor(word: str, last: Row, listing: Listing) -> str:
    text = msgspec.json.encode([word, last["sort_value"], str(last[listing.id])])
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def _read_cursor(cursor: str, word: str) -> tuple[str, str]:
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        sorted_by, value, row_id = msgspec.json.decode(text, type=tuple[str, str, str])
    except (binascii.Error, msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise Problem(
            422, "invalid", "expected the cursor of a page before this one", field="cursor"
        ) from error
    if sorted_by != word:
        raise Problem(
            422, "invalid", f"expected the same sort as on the page before ({sorted_by})", field="sort"
        )
    return value, row_id
