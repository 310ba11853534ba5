"""What can be wrong with bytes. Whatever arrives, reading it gives a message or one of these.

CodecError
├── EncodeError            the message does not fit its schema, or is too large to be read again
└── DecodeError
    ├── NotFramedError         no magic byte and schema id at the front
    ├── UnknownSchemaError     a schema id that this version does not know
    ├── MalformedError         truncated, or not what its schema says
    ├── TrailingBytesError     a whole record, and then something more
    ├── OversizeError          larger than is ever read
    ├── WrongTypeError         a message, but not one that belongs here
    └── InvalidCommandError    a command with a field that is missing, unknown or wrong
"""

from tickwheel.runtime.fault import Fault


class CodecError(Fault):
    """Base of every fault of the codec."""


class EncodeError(CodecError):
    """The message cannot be written."""


class DecodeError(CodecError):
    """The bytes cannot be read: quarantine them and go on."""


class NotFramedError(DecodeError):
    """No Confluent framing, and no JSON where JSON is accepted."""


class UnknownSchemaError(DecodeError):
    """The schema id is not in the manifest."""


class MalformedError(DecodeError):
    """Truncated, or not what the schema says."""


class TrailingBytesError(DecodeError):
    """Bytes are left after the record."""


class OversizeError(DecodeError):
    """The record or its payload is larger than the limit."""


class WrongTypeError(DecodeError):
    """Another type of message than this topic carries."""


class InvalidCommandError(DecodeError):
    """A command that can be read but not be meant."""

    def __init__(self, message: str, *, field: str, command_type: str = "", command_id: str = "") -> None:
        super().__init__(message)
        self.field = field
        """The field at fault, such as `definition.when`; empty if it is the whole."""
        self.command_type = command_type
        self.command_id = command_id
        """Empty if that is what is missing."""
