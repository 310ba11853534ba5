"""A message's schema and its type say the same: names, order, types, defaults and documentation."""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import FieldInfo, fields

from tickwheel.protocol.catalogue import COMMANDS, EVENTS, MESSAGES
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec.schemas import full_name, shipped

SCHEMAS = shipped()
KINDS = {kind.__name__: kind for kind in MESSAGES}

messages = pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)


def schema_of(kind: type[Message]) -> dict[str, Any]:
    return SCHEMAS.current[kind.__name__]


def test_every_type_has_a_schema_and_every_schema_a_type() -> None:
    assert sorted(KINDS) == sorted(SCHEMAS.current)
    assert len(KINDS) == len(MESSAGES)


def test_every_message_type_is_in_the_catalogue() -> None:
    bases = {Message, *(base for kind in MESSAGES for base in kind.__mro__ if base not in MESSAGES)}
    assert {
        kind for kind in _below(Message) if kind.__module__.startswith("tickwheel.protocol.")
    } <= bases | set(MESSAGES)


@messages
def test_fields_have_the_same_names_in_the_same_order(kind: type[Message]) -> None:
    assert [field["name"] for field in schema_of(kind)["fields"]] == [field.name for field in fields(kind)]


@messages
def test_fields_have_the_same_types(kind: type[Message]) -> None:
    for field, avro in zip(fields(kind), schema_of(kind)["fields"], strict=True):
        assert _agree(field.type, avro["type"]), f"{field.name}: {field.type} and {avro['type']}"


@messages
def test_fields_have_the_same_defaults(kind: type[Message]) -> None:
    for field, avro in zip(fields(kind), schema_of(kind)["fields"], strict=True):
        assert ("default" in avro) is not field.required, field.name
        if not field.required:
            assert avro["default"] == msgspec.json.decode(msgspec.json.encode(_default(field))), field.name


@messages
def test_records_and_fields_have_the_same_documentation(kind: type[Message]) -> None:
    schema = schema_of(kind)
    assert schema["doc"] == inspect.getdoc(kind)
    docs = field_docs(kind)
    for field, avro in zip(fields(kind), schema["fields"], strict=True):
        words = get_args(field.type) if get_origin(field.type) is Literal else ()
        expected = docs[field.name] + (f" One of: {', '.join(words)}." if words else "")
        assert avro["doc"] == expected, field.name


@messages
def test_the_namespace_is_the_folder_of_the_schema(kind: type[Message]) -> None:
    namespace = schema_of(kind)["namespace"]
    assert namespace.startswith("tickwheel.")
    assert (kind in COMMANDS) is (namespace == "tickwheel.commands")
    assert (kind in EVENTS) is (namespace == "tickwheel.events")


@cache
def field_docs(kind: type[Message]) -> dict[str, str]:
    """The text under each field of a class and of its bases."""
    docs: dict[str, str] = {}
    for owner in reversed(kind.__mro__):
        if issubclass(owner, Message):
            tree = ast.parse(inspect.getsource(sys.modules[owner.__module__]))
            body = next(n.body for n in tree.body if isinstance(n, ast.ClassDef) and n.name == owner.__name__)
            for line, below in pairwise(body):
                if isinstance(line, ast.AnnAssign) and isinstance(below, ast.Expr):
                    assert isinstance(line.target, ast.Name)
                    docs[line.target.id] = ast.literal_eval(below.value)
    return docs


def _agree(type_: Any, avro: Any) -> bool:
    if get_origin(type_) is Literal:
        return bool(avro == "string")
    if get_origin(type_) is tuple:
        return avro["type"] == "array" and _agree(get_args(type_)[0], avro["items"])
    if get_origin(type_) is dict:
        return avro["type"] == "map" and _agree(get_args(type_)[1], avro["values"])
    if issubclass(type_, Message):
        return (full_name(avro) if isinstance(avro, dict) else avro) == full_name(schema_of(type_))
    plain = {str: {"string"}, int: {"int", "long"}, float: {"double"}, bool: {"boolean"}, bytes: {"bytes"}}
    return avro in plain[type_]


def _default(field: FieldInfo) -> Any:
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


def _below(kind: type[Message]) -> set[type[Message]]:
    return {kind} | {each for child in kind.__subclasses__() for each in _below(child)}
