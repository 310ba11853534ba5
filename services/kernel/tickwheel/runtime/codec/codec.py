"""Messages to bytes and back: Avro in Confluent framing. Whatever the bytes, `decode` gives a message or a DecodeError."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, NoReturn, TypeVar, overload

import msgspec
from fastavro import parse_schema, schemaless_reader, schemaless_writer

from tickwheel.protocol import catalogue
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import binding, commands, errors, schemas

M = TypeVar("M", bound=Message)

MAGIC = 0
JSON_START = b"{"
HEADER = 5
"""Magic byte and four bytes of schema id, most significant first."""

RECORD_CAP_BYTES = 1_048_576
PAYLOAD_CAP_BYTES = 262_144


class _Writer(msgspec.Struct, frozen=True):
    header: bytes
    schema: Any
    take: Callable[[Message], dict[str, Any]]


class _Reader(msgspec.Struct, frozen=True):
    kind: type[Message]
    written: Any
    """The schema it was written with."""
    wanted: Any
    """Today's schema if that is another one, else None."""
    make: Callable[[dict[str, Any]], Message]


class Codec:
    """One for a process: making it reads and parses all schemas, using it is thread-safe."""

    def __init__(
        self,
        known: schemas.Schemas | None = None,
        *,
        record_cap_bytes: int = RECORD_CAP_BYTES,
        payload_cap_bytes: int = PAYLOAD_CAP_BYTES,
    ) -> None:
        self._schemas = known or schemas.shipped()
        self._cap = record_cap_bytes
        self._commands = commands.Commands(self._schemas.current, payload_cap_bytes)
        parsed = {id_: parse_schema(schema) for id_, schema in self._schemas.by_id.items()}
        kinds = {kind.__name__: kind for kind in catalogue.MESSAGES}
        self._writers = {
            kind: _Writer(_header(self.schema_id(kind)), parsed[self.schema_id(kind)], binding.taker(kind))
            for kind in catalogue.MESSAGES
        }
        self._readers = {
            id_.to_bytes(4, "big"): self._reader(kinds[name], id_, parsed)
            for id_, name in self._schemas.names.items()
        }

    def encode(self, message: Message) -> bytes:
        writer = self._writers[type(message)]
        buffer = BytesIO()
        buffer.write(writer.header)
        try:
            schemaless_writer(buffer, writer.schema, writer.take(message))
        except Exception as e:
            name = type(message).__name__
            raise errors.EncodeError(f"{name} does not fit its schema: {e}; correct the value") from e
        data = buffer.getvalue()
        if len(data) > self._cap:
            raise errors.EncodeError(
                f"{type(message).__name__} takes {len(data)} bytes, the limit is {self._cap}: send less, or a reference"
            )
        return data

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
        return reader.make(_read(data, reader))

    def decode_command(self, data: bytes) -> Command:
        """A command from anyone, in Avro or as a JSON object, with every field checked."""
        if data[:1] == JSON_START:
            self._check_size(data)
            return self._commands.from_json(data)
        reader = self._reader_of(data)
        if not issubclass(reader.kind, Command):
            _refuse(reader.kind, Command)
        return self._commands.from_values(reader.kind, _read(data, reader))

    def schema_id(self, kind: type[Message]) -> int:
        return self._schemas.ids[kind.__name__]

    def schema_text(self, id_: int) -> str:
        """What a registry answers for this id. KeyError if there is no such schema."""
        return self._schemas.text(id_)

    def _reader(self, kind: type[Message], id_: int, parsed: dict[int, Any]) -> _Reader:
        today = self.schema_id(kind)
        return _Reader(kind, parsed[id_], None if id_ == today else parsed[today], binding.maker(kind))

    def _reader_of(self, data: bytes) -> _Reader:
        if len(data) > self._cap:
            self._check_size(data)
        if len(data) < HEADER or data[0] != MAGIC:
            raise errors.NotFramedError(
                f"expected Confluent framing (a zero byte and a 4-byte schema id), found {data[:HEADER].hex() or 'nothing'}"
            )
        reader = self._readers.get(data[1:HEADER])
        if reader is None:
            id_ = int.from_bytes(data[1:HEADER], "big")
            raise errors.UnknownSchemaError(
                f"schema id {id_} is not in the manifest: upgrade this process, or write with a schema of `schemas/manifest.json`"
            )
        return reader

    def _check_size(self, data: bytes) -> None:
        if len(data) > self._cap:
            raise errors.OversizeError(
                f"the record has {len(data)} bytes, the limit is {self._cap}: send less"
            )


def _read(data: bytes, reader: _Reader) -> Any:
    values, end = _values(data, reader, None)
    if end != len(data):
        raise errors.TrailingBytesError(
            f"{len(data) - end} bytes are left after the {reader.kind.__name__}: send one record at a time"
        )
    if reader.wanted is not None:
        # Only now that the record is known to be whole: fields that are skipped are not looked at.
        values, _ = _values(data, reader, reader.wanted)
    return values


def _values(data: bytes, reader: _Reader, wanted: Any) -> tuple[Any, int]:
    buffer = BytesIO(data)
    buffer.seek(HEADER)
    try:
        return schemaless_reader(buffer, reader.written, wanted), buffer.tell()
    except Exception as e:  # hostile bytes, and fastavro does not promise which exceptions they raise
        raise errors.MalformedError(f"not a whole {reader.kind.__name__}: {e or type(e).__name__}") from e


def _header(id_: int) -> bytes:
    return bytes([MAGIC]) + id_.to_bytes(4, "big")


def _refuse(found: type[Message], accept: type[Message] | tuple[type[Message], ...]) -> NoReturn:
    wanted = accept if isinstance(accept, tuple) else (accept,)
    names = " or ".join(kind.__name__ for kind in wanted)
    raise errors.WrongTypeError(f"expected {names}, found {found.__name__}: it belongs on another topic")
