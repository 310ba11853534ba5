"""One sample of every message, made from its type alone, so that a new message has one without anybody writing it."""

from typing import Any, Literal, get_args, get_origin

from msgspec.structs import FieldInfo, fields

from tickwheel.protocol.message import Message


def full(kind: type[Message]) -> Message:
    """Every field is set, to a value that differs from its neighbours'."""
    return kind(**{field.name: _value(field.type, field.name, n) for n, field in enumerate(fields(kind), 1)})


def least(kind: type[Message]) -> Message:
    """Only what must be set is set."""
    return kind(**{field.name: _empty(field) for field in fields(kind) if field.required})


def _value(type_: Any, name: str, number: int) -> Any:
    if get_origin(type_) is Literal:
        return get_args(type_)[-1]
    if get_origin(type_) is tuple:
        return tuple(_value(get_args(type_)[0], f"{name}-{n}", number + n) for n in (1, 2))
    if get_origin(type_) is dict:
        return {"é": _value(get_args(type_)[1], name, number)}
    if issubclass(type_, Message):
        return full(type_)
    plain: dict[type, Any] = {
        str: f"{name}-ü",
        int: 1_700_000_000_000 + number if name.endswith("_ms") else number,
        float: number + 0.5,
        bool: True,
        bytes: bytes([0, number, 255]),
    }
    return plain[type_]


def _empty(field: FieldInfo) -> Any:
    type_: Any = field.type
    if get_origin(type_) is Literal:
        return get_args(type_)[0]
    origin = get_origin(type_) or type_
    return least(origin) if issubclass(origin, Message) else origin()
