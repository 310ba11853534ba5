"""The filters of bulk operations. Stricter than those of lists: what a list takes for "no filter" would here do it to everything."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from tickwheel.command_api.instants import Instant
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.listing import Listing
from tickwheel.command_api.wording import did_you_mean
from tickwheel.protocol.vocabulary import ExecutionStatus, JobStatus, Origin, WhenKind

IDS_AT_MOST = 10_000

_Text = Annotated[str, Field(min_length=1, max_length=255, pattern=r"^[^\x00]*$")]
_Status = Literal[JobStatus, ExecutionStatus, "OPEN", "REDRIVEN", "DISMISSED", "EXPIRED"]


def _one_or_many(value: Any) -> Any:
    """A list says status=PAUSED as well."""
    return [value] if isinstance(value, str) else value


def _as_object(value: Any) -> Any:
    """As the address of a list carries it."""
    return json.loads(value) if isinstance(value, str) else value


_KINDS: dict[str, TypeAdapter[Any]] = {
    "ids": TypeAdapter(Annotated[list[UUID], Field(min_length=1, max_length=IDS_AT_MOST)]),
    "status": TypeAdapter(
        Annotated[list[_Status], BeforeValidator(_one_or_many), Field(min_length=1, max_length=20)]
    ),
    "tags": TypeAdapter(Annotated[dict[str, str], BeforeValidator(_as_object), Field(min_length=1)]),
    "when": TypeAdapter(WhenKind),
    "origin": TypeAdapter(Origin),
    "deleted": TypeAdapter(bool),
    "since": TypeAdapter(Instant),
    "until": TypeAdapter(Instant),
    "due_since": TypeAdapter(Instant),
    "due_until": TypeAdapter(Instant),
}
_ANY_TEXT: TypeAdapter[Any] = TypeAdapter(_Text)


def read(listing: Listing, given: Mapping[str, Any], only: Mapping[str, Any]) -> dict[str, Any]:
    """As the listing takes them, and never wider than `only`: what the action makes sense for."""
    known = {"job" if name == "job_id" else name for name in listing.filters}
    read_ones = {name: _value(name, value, known) for name, value in given.items()}
    return {
        **read_ones,
        **{name: _narrowed(name, read_ones.get(name), meant) for name, meant in only.items()},
    }


def _value(name: str, value: Any, known: set[str]) -> Any:
    if name not in known:
        words = ", ".join(sorted(known))
        raise Problem(
            422,
            "invalid",
            f"expected filters of {words}, but found {name!r}{did_you_mean(name, known)}",
            field="filter",
        )
    try:
        found = _KINDS.get(name, _ANY_TEXT).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        told = str(first["msg"]).removeprefix("Value error, ")
        raise Problem(422, "invalid", f"filter.{name}: {told}", field=f"filter.{name}") from error
    match name:
        case "ids":
            return [str(one) for one in found]
        case "tags":
            return json.dumps(found)
        case _:
            return found


def _narrowed(name: str, given: Any, meant: Any) -> Any:
    """What both allow. A wish that the action can do nothing for is refused, not turned into another one."""
    if given is None:
        return meant
    words = meant if isinstance(meant, list) else [meant]
    both = [one for one in (given if isinstance(given, list) else [given]) if one in words]
    if not both:
        told = " or ".join(map(_word, words))
        asked = ", ".join(map(_word, given)) if isinstance(given, list) else _word(given)
        raise Problem(
            422,
            "invalid",
            f"expected {name} to be {told}, because the action is about no others, but it is {asked}",
            field=f"filter.{name}",
        )
    return both if isinstance(meant, list) else both[0]


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
