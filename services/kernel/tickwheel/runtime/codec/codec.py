"""Messages to bytes and back: Avro in Confluent framing. Whatever the bytes, `decode` gives a message or a DecodeError."""

from typing import Any, NoReturn, TypeVar, cast, overload

from fastavro import parse_schema

from tickwheel.protocol import catalogue
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.message import Message
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.runtime.codec import binding, commands, errors, generated, schemas, wire

M = TypeVar("M", bound=Message)

JSON_START = b"{"

RECORD_CAP_BYTES = 1_048_576
INPUT_CAP_BYTES = 786_432
"""Of what others send to the scheduler: what it writes about them holds all of it and more, and must still fit."""

PAYLOAD_CAP_BYTES = 262_144
INPUTS = (Command, AttemptOutcome)


class Codec:
    """One for a process: making it reads and parses all schemas, using it is thread-safe."""

    def __init__(
        self,
        known: schemas.Schemas | None = None,
        *,
        record_cap_bytes: int = RECORD_CAP_BYTES,
        input_cap_bytes: int = INPUT_CAP_BYTES,
        payload_cap_bytes: int = PAYLOAD_CAP_BYTES,
    ) -> None:
        self._schemas = known or schemas.shipped()
        self._cap_bytes = record_cap_bytes
        self._input_cap_bytes = min(input_cap_bytes, record_cap_bytes)
        self._commands = commands.Commands(self._schemas.current, payload_cap_bytes)
        parsed = {id_: parse_schema(schema) for id_, schema in self._schemas.by_id.items()}
        kinds = {kind.__name__: kind for kind in catalogue.MESSAGES}
        self._writes = {kind: self._writer(kind, parsed).write for kind in catalogue.MESSAGES}
        self._readers = {
            wire.header(id_): self._reader(kinds[name], id_, parsed)
            for id_, name in self._schemas.names.items()
        }

    def encode(self, message: Message) -> bytes:
        return self._writes[type(message)](message)

    @overload
    def decode(self, data: bytes) -> Message: ...

    @overload
    def decode(self, data: bytes, accept: type[M]) -> M: ...

    @overload
    def decode(self, data: bytes, accept: tuple[type[Message], ...]) -> Message: ...

    def decode(self, data: bytes, accept: type[Message] | tuple[type[Message], ...] = Message) -> Message:
        """`accept` is what this topic carries: a type, a base such as Event, or several types."""
        reader = self._reader_of(data)
        if not issubclass(reader.kind, accept):
            _refuse(reader.kind, accept)
        return reader.read(data)

    def decode_command(self, data: bytes) -> Command:
        """A command from anyone, in Avro or as a JSON object, with every field checked."""
        if data[:1] == JSON_START:
            if len(data) > self._input_cap_bytes:
                raise wire.oversize(data, self._input_cap_bytes)
            return self._commands.from_json(data)
        reader = self._reader_of(data)
        if not issubclass(reader.kind, Command):
            _refuse(reader.kind, Command)
        if reader.checked is not None and (command := wire.quickly(reader.checked, data)) is not None:
            return self._commands.sized(cast("Command", command))
        return self._commands.from_values(reader.kind, reader.values(data))

    def kind_of(self, data: bytes) -> type[Message] | None:
        """What a record is, by its header alone; None if that is unknown. For readers who want few of many."""
        reader = self._readers.get(data[: wire.HEADER_BYTES])
        return None if reader is None else reader.kind

    def schema_id(self, kind: type[Message]) -> int:
        return self._schemas.ids[kind.__name__]

    def schema_text(self, id_: int) -> str:
        """What a registry answers for this id. KeyError if there is no such schema."""
        return self._schemas.text(id_)

    def _writer(self, kind: type[Message], parsed: dict[int, Any]) -> wire.Writer:
        id_ = self.schema_id(kind)
        quick = generated.writer(kind, self._schemas.current[kind.__name__], wire.header(id_))
        return wire.Writer(self._cap_of(kind), quick, parsed[id_], binding.taker(kind))

    def _reader(self, kind: type[Message], id_: int, parsed: dict[int, Any]) -> wire.Reader:
        today = self.schema_id(kind)
        schema = self._schemas.current[kind.__name__]
        is_today = id_ == today
        return wire.Reader(
            kind,
            self._cap_of(kind),
            written=parsed[id_],
            wanted=None if is_today else parsed[today],
            make=binding.maker(kind),
            quick=generated.reader(kind, schema, checked=False) if is_today else None,
            checked=generated.reader(kind, schema, checked=True)
            if is_today and issubclass(kind, Command)
            else None,
        )

    def _cap_of(self, kind: type[Message]) -> int:
        return self._input_cap_bytes if issubclass(kind, INPUTS) else self._cap_bytes

    def _reader_of(self, data: bytes) -> wire.Reader:
        reader = self._readers.get(data[: wire.HEADER_BYTES])
        cap_bytes = self._cap_bytes if reader is None else reader.cap_bytes
        if len(data) > cap_bytes:
            raise wire.oversize(data, cap_bytes)
        if reader is None:
            _refuse_header(data[: wire.HEADER_BYTES])
        return reader


def _refuse_header(found: bytes) -> NoReturn:
    if len(found) < wire.HEADER_BYTES or found[0] != wire.MAGIC:
        raise errors.NotFramedError(
            f"expected Confluent framing (a zero byte and a 4-byte schema id), found {found.hex() or 'nothing'}"
        )
    raise errors.UnknownSchemaError(
        f"schema id {int.from_bytes(found[1:], 'big')} is not in the manifest: "
        "upgrade this process, or write with a schema of `schemas/manifest.json`"
    )


def _refuse(found: type[Message], accept: type[Message] | tuple[type[Message], ...]) -> NoReturn:
    wanted = accept if isinstance(accept, tuple) else (accept,)
    names = " or ".join(kind.__name__ for kind in wanted)
    raise errors.WrongTypeError(f"expected {names}, found {found.__name__}: it belongs on another topic")
