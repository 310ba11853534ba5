"""Ties a message type to its schema: how to take it apart for Avro and how to put it together again.

These run for every record, so what can be known once is found out once, when the codec is made.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import asdict, fields

from tickwheel.protocol.message import Message

Builtins = dict[str, Any]


def taker(kind: type[Message]) -> Callable[[Message], Builtins]:
    """Message to plain values. The shallow way is quicker and enough where no record stands inside."""
    if any(nested(field.type) for field in fields(kind)):
        return partial(msgspec.to_builtins, builtin_types=(bytes,))
    return asdict


def maker(kind: type[Message]) -> Callable[[Builtins], Message]:
    """Plain values, as Avro reads them, to a message.

    Words of closed sets are not checked: a reader of today must survive a word of tomorrow.
    """
    mends = [(field.name, mend) for field in fields(kind) if (mend := _mend(field.type)) is not None]
    if not mends:
        return lambda values: kind(**values)

    def make(values: Builtins) -> Message:
        for name, mend in mends:
            values[name] = mend(values[name])
        return kind(**values)

    return make


def nested(type_: Any) -> type[Message] | None:
    """The message type that stands inside a field of this type, if one does."""
    inner = get_args(type_)[0] if get_origin(type_) is tuple else type_
    return inner if isinstance(inner, type) and issubclass(inner, Message) else None


def _mend(type_: Any) -> Callable[[Any], Any] | None:
    """What has to happen to a value that Avro read before it fits a field of this type; None for nothing."""
    inner = nested(type_)
    if get_origin(type_) is not tuple:
        return maker(inner) if inner else None
    if inner is None:
        return tuple
    make = maker(inner)
    return lambda items: tuple([make(item) for item in items])
