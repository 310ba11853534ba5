"""Bytes from anywhere: a message, or an error that says what is wrong."""

import pytest

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionWaiting
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.runtime.codec import (
    Codec,
    EncodeError,
    MalformedError,
    NotFramedError,
    OversizeError,
    TrailingBytesError,
    UnknownSchemaError,
    WrongTypeError,
)

CODEC = Codec()
CLAIM = AttemptClaim(job_id="j", execution_id="e", attempt=2, worker_id="w", starts_at_ms=1_700_000_000_000)
WAITING = ExecutionWaiting(
    job_id="j", sequence=1, at_ms=1, job_status="QUEUED", execution_id="e", attempt=0, reason="no worker"
)


def test_what_was_written_is_read_back() -> None:
    assert CODEC.decode(CODEC.encode(CLAIM)) == CLAIM


def test_a_record_begins_with_the_magic_byte_and_its_schema_id() -> None:
    data = CODEC.encode(CLAIM)
    assert data[0] == 0
    assert int.from_bytes(data[1:5], "big") == CODEC.schema_id(AttemptClaim)


def test_accepts_the_type_its_base_or_one_of_several() -> None:
    data = CODEC.encode(WAITING)
    assert CODEC.decode(data, ExecutionWaiting) == WAITING
    assert CODEC.decode(data, Event).sequence == 1
    assert CODEC.decode(data, (AttemptClaim, ExecutionWaiting)) == WAITING


def test_refuses_a_type_that_this_topic_does_not_carry() -> None:
    with pytest.raises(WrongTypeError, match="expected AttemptOutcome, found AttemptClaim"):
        CODEC.decode(CODEC.encode(CLAIM), AttemptOutcome)


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\x00\x00\x00\x00", b"hello world", b'{"type": "TriggerJob"}']
)
def test_refuses_bytes_without_framing(data: bytes) -> None:
    with pytest.raises(NotFramedError, match="expected Confluent framing"):
        CODEC.decode(data)


def test_refuses_an_unknown_schema_id_and_names_it() -> None:
    with pytest.raises(UnknownSchemaError, match="schema id 4242 "):
        CODEC.decode(b"\x00" + (4242).to_bytes(4, "big") + b"abc")


def test_refuses_a_record_cut_at_any_byte() -> None:
    data = CODEC.encode(CLAIM)
    for end in range(5, len(data)):
        with pytest.raises(MalformedError, match="AttemptClaim"):
            CODEC.decode(data[:end])


def test_refuses_bytes_after_the_record() -> None:
    with pytest.raises(TrailingBytesError, match="2 bytes are left"):
        CODEC.decode(CODEC.encode(CLAIM) + b"!!")


def test_refuses_text_that_is_not_utf_8() -> None:
    with pytest.raises(MalformedError):
        CODEC.decode(CODEC.encode(CLAIM).replace(b"j", b"\xff", 1))


def test_refuses_to_read_a_record_above_the_cap() -> None:
    with pytest.raises(OversizeError, match="the limit is 1048576"):
        CODEC.decode(b"\x00" * 1_048_577)


def test_an_outcome_leaves_room_for_the_event_that_tells_of_it() -> None:
    outcome = AttemptOutcome(
        job_id="j",
        job_name="n",
        execution_id="e",
        attempt=1,
        handler="h",
        queue="q",
        worker_id="w",
        status="completed",
        due_ms=1,
        started_at_ms=1,
        finished_at_ms=1,
        result="x" * 786_432,
    )
    with pytest.raises(EncodeError, match="the limit is 786432"):
        CODEC.encode(outcome)


def test_refuses_to_write_what_it_would_refuse_to_read() -> None:
    small = Codec(record_cap_bytes=100)
    with pytest.raises(EncodeError, match="the limit is 100"):
        small.encode(TriggerJob(command_id="c", job="j", payload="x" * 100))


def test_refuses_to_write_a_value_that_does_not_fit_the_schema() -> None:
    with pytest.raises(EncodeError, match="AttemptClaim does not fit its schema"):
        CODEC.encode(AttemptClaim(job_id="j", execution_id="e", attempt=2**64, worker_id="w", starts_at_ms=0))


def test_survives_a_word_of_tomorrow_in_a_record_of_the_system() -> None:
    tomorrow = CODEC.encode(WAITING).replace(b"QUEUED", b"FROZEN")
    assert str(CODEC.decode(tomorrow, ExecutionWaiting).job_status) == "FROZEN"
