"""Messages to bytes and back: Avro in Confluent framing, and JSON for commands."""

from tickwheel.runtime.codec.codec import INPUT_CAP_BYTES, PAYLOAD_CAP_BYTES, RECORD_CAP_BYTES, Codec
from tickwheel.runtime.codec.errors import (
    CodecError,
    DecodeError,
    EncodeError,
    InvalidCommandError,
    MalformedError,
    NotFramedError,
    OversizeError,
    TrailingBytesError,
    UnknownSchemaError,
    WrongTypeError,
)

__all__ = [
    "INPUT_CAP_BYTES",
    "PAYLOAD_CAP_BYTES",
    "RECORD_CAP_BYTES",
    "Codec",
    "CodecError",
    "DecodeError",
    "EncodeError",
    "InvalidCommandError",
    "MalformedError",
    "NotFramedError",
    "OversizeError",
    "TrailingBytesError",
    "UnknownSchemaError",
    "WrongTypeError",
]
