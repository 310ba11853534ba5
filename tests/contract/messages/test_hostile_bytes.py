"""Whatever the bytes: a message or a DecodeError, never anything else."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.messages import samples

from tickwheel.protocol.catalogue import COMMANDS, MESSAGES
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import Codec, DecodeError

CODEC = Codec()
WHOLE = [CODEC.encode(make(kind)) for kind in MESSAGES for make in (samples.full, samples.least)]
JSON = [
    msgspec.json.encode({"type": kind.__name__, **msgspec.to_builtins(samples.full(kind))})
    for kind in COMMANDS
]

headers = st.sampled_from([CODEC.schema_id(kind) for kind in MESSAGES]).map(
    lambda id_: b"\x00" + id_.to_bytes(4, "big")
)


def survives(data: bytes) -> None:
    for decode in (CODEC.decode, CODEC.decode_command):
        try:
            message: Message = decode(data)
        except DecodeError:
            continue
        assert isinstance(message, Message)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    survives(data)


@given(headers, st.binary(max_size=400))
def test_any_bytes_after_a_known_header(header: bytes, body: bytes) -> None:
    survives(header + body)


@given(st.sampled_from(WHOLE + JSON), st.data())
def test_a_message_with_some_bytes_changed(whole: bytes, data: st.DataObject) -> None:
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    survives(bytes(changed))


@given(st.sampled_from(WHOLE + JSON), st.data())
def test_a_message_cut_or_lengthened_anywhere(whole: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole)))
    survives(whole[:at] + data.draw(st.binary(max_size=20)))


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(st.sampled_from(COMMANDS), st.data())
def test_a_json_command_with_a_field_of_any_value(kind: type[Command], data: st.DataObject) -> None:
    fields = {"type": kind.__name__, **msgspec.to_builtins(samples.full(kind))}
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(_json)
    try:
        command = CODEC.decode_command(msgspec.json.encode(fields))
    except DecodeError:
        return
    assert CODEC.decode_command(CODEC.encode(command)) == command, "what was accepted can be written"
