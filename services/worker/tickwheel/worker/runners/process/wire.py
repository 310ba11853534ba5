"""What a worker and a handler's process say to each other: msgpack with a length in front, over two pipes."""

import struct
from typing import Any, BinaryIO, Protocol

import msgspec

from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.vocabulary import LogLevel
from tickwheel.worker.floor.ending import Ending

_LENGTH = struct.Struct(">I")


class Readable(Protocol):
    def read(self, size: int, /) -> bytes:
        """So many bytes, or fewer at the end."""


class Prepare(msgspec.Struct, frozen=True):
    """Worker to process, once, before anything else: import these, so that no attempt has to wait for it."""

    handlers: tuple[tuple[str, str], ...] = ()
    """Name of each handler, and where its function is."""


class Run(msgspec.Struct, frozen=True, tag=True):
    """Worker to process: run this now."""

    dispatch: AttemptDispatch
    function: str
    """Where the handler's function is, as module:name."""
    started_at_ms: int
    memory_mib: int = 0
    """What the process may take; 0: no limit."""


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Process to worker: prepared, and waiting for work."""


class Logged(msgspec.Struct, frozen=True, tag=True):
    """Process to worker: a line for the execution's log."""

    level: LogLevel
    message: str
    fields: dict[str, Any]


class Progressed(msgspec.Struct, frozen=True, tag=True):
    """Process to worker: how far the handler has come."""

    fraction: float
    message: str


class Ended(msgspec.Struct, frozen=True, tag=True):
    """Process to worker: the attempt is over and the process waits for the next."""

    ending: Ending


Said = Ready | Logged | Progressed | Ended

_encoder = msgspec.msgpack.Encoder(enc_hook=str)
_prepare_decoder = msgspec.msgpack.Decoder(Prepare)
_run_decoder = msgspec.msgpack.Decoder(Run)
_said_decoder: msgspec.msgpack.Decoder[Said] = msgspec.msgpack.Decoder(Said)


def write(pipe: BinaryIO, message: Prepare | Run | Said) -> None:
    data = _encoder.encode(message)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def read_prepare(pipe: Readable) -> Prepare | None:
    """None at the end of the pipe: the worker is gone."""
    data = _frame(pipe)
    return None if data is None else _prepare_decoder.decode(data)


def read_run(pipe: Readable) -> Run | None:
    """None at the end of the pipe: the worker is gone."""
    data = _frame(pipe)
    return None if data is None else _run_decoder.decode(data)


def read_said(pipe: Readable) -> Said | None:
    """None at the end of the pipe: the process is gone."""
    data = _frame(pipe)
    return None if data is None else _said_decoder.decode(data)


def _frame(pipe: Readable) -> bytes | None:
    header = pipe.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        return None
    length = _LENGTH.unpack(header)[0]
    data = pipe.read(length)
    return data if len(data) == length else None
