"""How the scheduler's state stands in the `state` topic: internal, compacted, never read by anyone else.

A key is one letter and an id; a value is one byte of format and a msgpack array. The format byte lets a later release
read, or refuse by name, what an earlier one wrote.
"""

from typing import TypeVar

import msgspec

from tickwheel.runtime.fault import Fault
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState

FORMAT = 1
_TAG = bytes([FORMAT])
OWNER_KEY = b"o"
REMEDY = "`tickwheel log rebuild-state`"

T = TypeVar("T")


class Owner(msgspec.Struct, frozen=True, array_like=True):
    """Who last took this partition: whose open transaction to fence if it died."""

    transactional_id: str
    instance_id: str
    taken_at_ms: int


class UnreadableStateError(Fault):
    """The state topic was written by a release that this one does not understand."""


_encoder = msgspec.msgpack.Encoder()
_jobs = msgspec.msgpack.Decoder(JobState)
_executions = msgspec.msgpack.Decoder(ExecutionState)
_calendars = msgspec.msgpack.Decoder(CalendarState)
_owners = msgspec.msgpack.Decoder(Owner)


def job_key(job_id: str) -> bytes:
    return b"j" + job_id.encode()


def execution_key(job_id: str, execution_id: str) -> bytes:
    """Both ids, so that a tombstone tells whose execution it was."""
    return b"x" + job_id.encode() + execution_id.encode()


def calendar_key(calendar_id: str) -> bytes:
    return b"c" + calendar_id.encode()


def is_calendar(key: bytes) -> bool:
    return key[:1] == b"c"


def ids_of(key: bytes) -> tuple[str, str]:
    """(job id, execution id); the second is empty for the record of a job."""
    text = key.decode()
    return text[1:37], text[37:]


def encode(state: JobState | ExecutionState | CalendarState | Owner) -> bytes:
    return _TAG + _encoder.encode(state)


def decode_job(value: bytes) -> JobState:
    return _decode(_jobs, value)


def decode_execution(value: bytes) -> ExecutionState:
    return _decode(_executions, value)


def decode_calendar(value: bytes) -> CalendarState:
    return _decode(_calendars, value)


def decode_owner(value: bytes) -> Owner:
    return _decode(_owners, value)


def _decode(decoder: msgspec.msgpack.Decoder[T], value: bytes) -> T:
    if value[:1] != _TAG:
        raise UnreadableStateError(
            f"the state topic holds records of format {value[:1].hex() or 'nothing'}, and this release reads format "
            f"{_TAG.hex()}: run the release that wrote them, or stop every scheduler and run {REMEDY}"
        )
    try:
        return decoder.decode(memoryview(value)[1:])
    except msgspec.DecodeError as error:
        raise UnreadableStateError(
            f"the state topic holds a damaged record ({error}): stop every scheduler and run {REMEDY}"
        ) from error
