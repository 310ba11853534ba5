"""Lists: filter, search, sort, cursor paging and totals, the same for every table.

A page ends with a cursor that names the last row by its sort value and id, so a page costs the same however deep it is,
and rows that arrive meanwhile neither repeat nor hide others.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from psycopg import sql

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

MOST_ROWS = 500
COUNTED_AT_MOST = 10_000
"""Totals beyond this are told as 'at least': counting a million rows for every page would cost more than the page."""

SEARCHED_AT_MOST = 10_000
"""Of long tables: a word that is nowhere would be looked for in years of history. Filters come first, so whoever wants to
look further back says where."""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked of a table."""

    table: str
    """A table, or a query in parentheses with a name."""
    id: str
    columns: tuple[str, ...]
    sorts: Mapping[str, str]
    """Word -> expression that is never NULL. The first is the default, descending."""
    search: tuple[str, ...]
    """Columns that a search looks into."""
    search_among: int = 0
    """A search looks at so many rows that pass the filters, the newest by the first of `sorts`; 0: at all."""
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
    asked = _asked(listing, question)
    word, descending = _sort(listing, question.sort)
    after, after_values = _after(listing, word, descending, question.cursor)
    limit = max(1, min(question.limit, MOST_ROWS))
    rows = all_rows(
        pool,
        _select(listing, asked.source, [*asked.conditions, *after], word, descending),
        (*asked.values, *after_values, limit + 1),
    )
    more = len(rows) > limit
    rows = rows[:limit]
    cursor = _cursor(word, rows[-1], listing) if more else None
    for row in rows:
        row.pop("sort_value", None)
    body: dict[str, Any] = {"items": rows, "next": cursor}
    if question.total:
        body |= _total(pool, asked)
    return body


class _Asked(NamedTuple):
    """Where the rows are, and which of them are meant."""

    source: sql.Composable
    source_values: tuple[Any, ...]
    conditions: list[sql.Composable]
    condition_values: tuple[Any, ...]
    most: int = 0
    """Rows that the source has at most; 0: any number."""

    @property
    def values(self) -> tuple[Any, ...]:
        return (*self.source_values, *self.condition_values)


def _asked(listing: Listing, question: Question) -> _Asked:
    table = _source(listing)
    filters, values = _filters(listing, question)
    if not question.search:
        return _Asked(table, (), filters, values)
    looked_at = [sql.SQL("{} ILIKE %s").format(sql.Identifier(column)) for column in listing.search]
    found = sql.SQL("({})").format(sql.SQL(" OR ").join(looked_at))
    found_values = (like(question.search),) * len(looked_at)
    if not listing.search_among:
        return _Asked(table, (), [*filters, found], (*values, *found_values))
    newest = sql.SQL("(SELECT * FROM {} WHERE {} ORDER BY {} DESC LIMIT {}) AS newest").format(
        table,
        _all_of(filters),
        _expression(listing, next(iter(listing.sorts))),
        sql.Literal(listing.search_among),
    )
    return _Asked(newest, values, [found], found_values, listing.search_among)


def _filters(listing: Listing, question: Question) -> tuple[list[sql.Composable], tuple[Any, ...]]:
    given = {word: value for word, value in question.filters.items() if value not in (None, "", [], {})}
    # Our own text, not a caller's.
    return [sql.SQL(listing.filters[word]) for word in given], tuple(given.values())


def like(text: str) -> str:
    """What contains the text. Somebody who searches for 50% means the sign."""
    literal = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{literal}%"


def _sort(listing: Listing, asked: str) -> tuple[str, bool]:
    if not asked:
        return next(iter(listing.sorts)), True
    word = asked.removeprefix("-")
    if word not in listing.sorts:
        words = ", ".join(listing.sorts)
        raise Problem(422, "invalid", f"expected sort to be one of {words}, but it is {word!r}", field="sort")
    return word, asked.startswith("-")


def _select(
    listing: Listing,
    source: sql.Composable,
    conditions: Sequence[sql.Composable],
    word: str,
    descending: bool,
) -> sql.Composed:
    return sql.SQL(
        "SELECT {columns}, ({sort})::text AS sort_value FROM {table} WHERE {where} ORDER BY {sort} {way}, {id} LIMIT %s"
    ).format(
        columns=sql.SQL(", ").join(sql.Identifier(column) for column in listing.columns),
        sort=_expression(listing, word),
        table=source,
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


def _source(listing: Listing) -> sql.Composable:
    if listing.table.startswith("("):
        return sql.SQL(listing.table)  # our own text, not a caller's
    return sql.Identifier(*listing.table.split("."))


def _all_of(conditions: Sequence[sql.Composable]) -> sql.Composable:
    return sql.SQL(" AND ").join(conditions) if conditions else sql.SQL("true")


def _total(pool: Pool, asked: _Asked) -> dict[str, Any]:
    query = sql.SQL("SELECT count(*) AS n FROM (SELECT 1 FROM {} WHERE {} LIMIT {}) counted").format(
        asked.source, _all_of(asked.conditions), sql.Literal(COUNTED_AT_MOST + 1)
    )
    counted = int(all_rows(pool, query, asked.values)[0]["n"])
    is_exact = counted <= COUNTED_AT_MOST and (not asked.most or _looked_at(pool, asked) < asked.most)
    return {"total": min(counted, COUNTED_AT_MOST), "total_is_exact": is_exact}


def _looked_at(pool: Pool, asked: _Asked) -> int:
    """Rows that a search had before it."""
    query = sql.SQL("SELECT count(*) AS n FROM {}").format(asked.source)
    return int(all_rows(pool, query, asked.source_values)[0]["n"])


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
