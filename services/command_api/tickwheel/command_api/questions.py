"""What every list takes from the query: search, sort, page size, cursor, total, and the offset to wait for."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Query
from msgspec.structs import replace

from tickwheel.command_api.access import Identity
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads import offsets
from tickwheel.command_api.reads.listing import MOST_ROWS, Question
from tickwheel.command_api.requests import Offset


class PagingQuery:
    def __init__(self, asked: Question, min_offset: str) -> None:
        self._asked = asked
        self._min_offset = min_offset

    def question(self, filters: Mapping[str, Any]) -> Question:
        return replace(self._asked, filters=filters)

    def wait(self, parts: Parts) -> None:
        offsets.wait_for(parts, self._min_offset)


async def _paging(
    q: Annotated[str, Query(max_length=255, description="Search.")] = "",
    sort: Annotated[
        str, Query(max_length=64, description="A column, with a minus in front for descending.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=MOST_ROWS)] = 50,
    cursor: Annotated[str, Query(max_length=2_000, description="`next` of the page before.")] = "",
    total: Annotated[bool, Query(description="Count all that match, too.")] = True,
    min_offset: Offset = "",
) -> PagingQuery:
    asked = Question(search=q, sort=sort, limit=limit, cursor=cursor, total=total)
    return PagingQuery(asked, min_offset)


Paging = Annotated[PagingQuery, Depends(_paging)]


def own_only(viewer: Identity, owner: str) -> str:
    """The owner to filter by: whom an admin asks for, and nobody but oneself for a user."""
    if viewer.sees_all:
        return owner
    if owner not in ("", viewer.name):
        raise Problem(403, "forbidden", f"expected {viewer.name} to ask for their own, not for {owner}'s")
    return viewer.name
