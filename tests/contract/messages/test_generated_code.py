"""The generated readers and writers against fastavro, which is the reference."""

from io import BytesIO
from typing import Any

import pytest
from fastavro import parse_schema, schemaless_reader, schemaless_writer
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields
from tests.contract.messages import samples

from tickwheel.protocol.catalogue import MESSAGES
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import generated, primitives
from tickwheel.runtime.codec.binding import maker, taker
from tickwheel.runtime.codec.schemas import shipped

SCHEMAS = shipped().current
PARSED = {name: parse_schema(schema) for name, schema in SCHEMAS.items()}
WRITE = {kind: generated.writer(kind, SCHEMAS[kind.__name__]) for kind in MESSAGES}
READ = {kind: generated.reader(kind, SCHEMAS[kind.__name__], checked=False) for kind in MESSAGES}


def by_fastavro(message: Message) -> bytes:
    kind = type(message)
    buffer = BytesIO()
    schemaless_writer(buffer, PARSED[kind.__name__], taker(kind)(message))
    return buffer.getvalue()


def agrees(message: Message) -> None:
    kind = type(message)
    data = by_fastavro(message)
    assert WRITE[kind](message) == data
    assert READ[kind](data, 0) == (message, len(data))
    values: Any = schemaless_reader(BytesIO(data), PARSED[kind.__name__], None)
    assert maker(kind)(values) == message


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_message_full_and_empty(kind: type[Message]) -> None:
    agrees(samples.full(kind))
    agrees(samples.least(kind))


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_field_set_alone(kind: type[Message]) -> None:
    """Each field breaks its own run of defaults, and no other."""
    full, least = samples.full(kind), samples.least(kind)
    needed = {field.name: getattr(least, field.name) for field in fields(kind)}
    for field in fields(kind):
        agrees(kind(**needed | {field.name: getattr(full, field.name)}))


_values = {
    str: st.text(max_size=300),
    int: st.integers(-(2**63), 2**63 - 1),
    bool: st.booleans(),
    float: st.floats(allow_nan=False),
    bytes: st.binary(max_size=300),
    dict[str, str]: st.dictionaries(st.text(max_size=70), st.text(max_size=70), max_size=3),
    dict[str, int]: st.dictionaries(st.text(max_size=5), st.integers(-(2**63), 2**63 - 1), max_size=3),
    tuple[str, ...]: st.lists(st.text(max_size=70), max_size=3).map(tuple),
    tuple[int, ...]: st.lists(st.integers(-(2**63), 2**63 - 1), max_size=3).map(tuple),
}


@given(st.sampled_from(MESSAGES), st.data())
def test_any_values(kind: type[Message], data: st.DataObject) -> None:
    full = samples.full(kind)
    drawn = {
        field.name: data.draw(_values[field.type], field.name)
        if field.type in _values
        else getattr(full, field.name)
        for field in fields(kind)
    }
    agrees(kind(**drawn))


def test_an_array_in_several_blocks_is_read_as_other_clients_write_it() -> None:
    read = primitives.array
    in_two_blocks = b"\x02\x02a\x02\x02b\x00"
    assert read(in_two_blocks, 0, primitives.text) == (("a", "b"), len(in_two_blocks))
