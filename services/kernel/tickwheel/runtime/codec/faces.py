"""The face that a command shows to the outside: its fields, with no others allowed and every number within its schema's range.

A face is a struct made from the message type and its schema, so msgspec checks a whole command in one pass and says
which field is wrong. `make` turns the face into the message.
"""

from collections.abc import Callable
from functools import partial
from types import GenericAlias
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, asdict, fields

from tickwheel.protocol.message import Message
from tickwheel.runtime.codec.binding import nested
from tickwheel.runtime.codec.schemas import SchemaJson

PAYLOAD = "payload"
"""The one name under which JSON travels as text; in a JSON command it may stand as an object."""

_RANGES: dict[object, Any] = {
    "int": Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)],
    "long": Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)],
}
_NOT_EMPTY = Annotated[str, msgspec.Meta(min_length=1)]

Make = Callable[[msgspec.Struct], Message]
Mend = Callable[[Any], Any]


class Face(msgspec.Struct, frozen=True):
    kind: type[msgspec.Struct]
    make: Make


def face(
    kind: type[Message], schema: SchemaJson, *, json: bool, tag: str | None = None, at: str = "$"
) -> Face:
    """`json`: payloads arrive as raw JSON, an object or its text; otherwise as text. `at`: where it stands."""
    mends: list[tuple[str, Mend]] = []
    members: list[tuple[str, Any, Any]] = []
    for field, avro in zip(fields(kind), schema["fields"], strict=True):
        type_, mend = _member(field, avro["type"], json=json, at=f"{at}.{field.name}")
        members.append((field.name, type_, _default(field, type_)))
        if mend is not None:
            mends.append((field.name, mend))

    def make(shown: msgspec.Struct) -> Message:
        values = asdict(shown)
        for name, mend in mends:
            values[name] = mend(values[name])
        return kind(**values)

    struct = msgspec.defstruct(
        kind.__name__, members, kw_only=True, forbid_unknown_fields=True, tag_field=tag and "type", tag=tag
    )
    return Face(struct, make)


def payload_text(at: str, raw: msgspec.Raw) -> str:
    """The text of a payload, just as it was sent: numbers keep their digits."""
    data = bytes(raw)
    if data[:1] == b"{":
        return data.decode()
    if data[:1] == b'"':
        return msgspec.json.decode(data, type=str)
    raise msgspec.ValidationError(f"Expected an object or its text - at `{at}`")


def _member(field: FieldInfo, avro: Any, *, json: bool, at: str) -> tuple[Any, Mend | None]:
    """The type that a field has in the face, and how its value is turned into the message's."""
    if field.name == PAYLOAD:
        return (msgspec.Raw, partial(payload_text, at)) if json else (str, None)
    inner = nested(field.type)
    if inner is not None:
        return _inner(field.type, inner, avro, json=json, at=at)
    if field.name == "command_id":
        return _NOT_EMPTY, None
    if get_origin(field.type) is dict:
        return GenericAlias(dict, (str, _RANGES.get(avro["values"], str))), None
    return _RANGES.get(avro, field.type) if isinstance(avro, str) else field.type, None


def _inner(type_: Any, inner: type[Message], avro: Any, *, json: bool, at: str) -> tuple[Any, Mend]:
    if get_origin(type_) is tuple:
        item = face(inner, avro["items"], json=json, at=f"{at}[...]")
        return GenericAlias(tuple, (item.kind, ...)), lambda items: tuple(item.make(each) for each in items)
    whole = face(inner, avro, json=json, at=at)
    return whole.kind, whole.make


def _default(field: FieldInfo, type_: Any) -> Any:
    if type_ is msgspec.Raw and not field.required:
        return msgspec.Raw(msgspec.json.encode(field.default))
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return field.default


def words(kind: type[Message], path: str) -> tuple[str, ...]:
    """The words that a field allows, if its set is closed: `words(CreateJob, "definition.when")`."""
    type_: Any = kind
    for part in path.replace("[...]", "").split("."):
        named = {field.name: field.type for field in fields(nested(type_) or kind)}
        type_ = named.get(part)
    return tuple(word for word in get_args(type_) if isinstance(word, str))
