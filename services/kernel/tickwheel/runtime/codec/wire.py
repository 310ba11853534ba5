"""One message type on the wire: by generated code, with fastavro for older schemas and for saying what is wrong."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgspec
from fastavro import schemaless_reader, schemaless_writer

from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import errors, generated

MAGIC = 0
HEADER_BYTES = 5
"""Magic byte and four bytes of schema id, most significant first."""


class Writer(msgspec.Struct, frozen=True):
    cap_bytes: int
    quick: Callable[[Message], bytes]
    """Generated for the type. What it cannot write, fastavro refuses with a reason."""
    schema: Any
    take: Callable[[Message], dict[str, Any]]

    def write(self, message: Message) -> bytes:
        try:
            data = self.quick(message)
        except Exception as e:  # whatever the value provokes
            self._explain(message)
            name = type(message).__name__
            raise errors.EncodeError(f"{name} does not fit its schema: {e}; correct the value") from e
        if len(data) > self.cap_bytes:
            raise errors.EncodeError(
                f"{type(message).__name__} takes {len(data)} bytes, the limit is {self.cap_bytes}: send less, or a reference"
            )
        return data

    def _explain(self, message: Message) -> None:
        try:
            schemaless_writer(BytesIO(), self.schema, self.take(message))
        except Exception as e:  # fastavro lets whatever the value provokes come through
            name = type(message).__name__
            raise errors.EncodeError(f"{name} does not fit its schema: {e}; correct the value") from e


class Reader(msgspec.Struct, frozen=True):
    kind: type[Message]
    cap_bytes: int
    written: Any
    """The schema it was written with."""
    wanted: Any
    """Today's schema if that is another one, else None."""
    make: Callable[[dict[str, Any]], Message]
    quick: generated.Read | None
    """Generated for today's schema; None for an older one."""
    checked: generated.Read | None
    """The same for what outsiders write, which gives up at a word or number that the type does not allow."""

    def read(self, data: bytes) -> Message:
        message = None if self.quick is None else quickly(self.quick, data)
        return self.make(self.values(data)) if message is None else message

    def values(self, data: bytes) -> Any:
        """The fields of a framed record, in today's schema, or what is wrong with it."""
        values, end = self._read(data, None)
        if end != len(data):
            raise errors.TrailingBytesError(
                f"{len(data) - end} bytes are left after the {self.kind.__name__}: send one record at a time"
            )
        if self.wanted is not None:
            # Only now that the record is known to be whole: fields that are skipped are not looked at.
            values, _ = self._read(data, self.wanted)
        return values

    def _read(self, data: bytes, wanted: Any) -> tuple[Any, int]:
        buffer = BytesIO(data)
        buffer.seek(HEADER_BYTES)
        try:
            return schemaless_reader(buffer, self.written, wanted), buffer.tell()
        except Exception as e:  # hostile bytes, and fastavro does not promise which exceptions they raise
            raise errors.MalformedError(f"not a whole {self.kind.__name__}: {e or type(e).__name__}") from e


def quickly(read: generated.Read, data: bytes) -> Message | None:
    """The message, if the record is whole and usual."""
    try:
        message, end = read(data, HEADER_BYTES)
    except Exception:  # hostile bytes; fastavro says what is wrong with them
        return None
    return message if end == len(data) else None


def header(id_: int) -> bytes:
    return bytes([MAGIC]) + id_.to_bytes(4, "big")


def oversize(data: bytes, cap_bytes: int) -> errors.OversizeError:
    return errors.OversizeError(f"the record has {len(data)} bytes, the limit is {cap_bytes}: send less")
