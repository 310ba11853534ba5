"""Commands from anyone, in Avro or JSON: every field is checked, and a refusal names it."""

import json
from typing import Any

import pytest

from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.calendar import DefineCalendar
from tickwheel.protocol.commands.job import CreateJob, ResumeJob, TriggerJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.job import JobCreated
from tickwheel.runtime.codec import (
    Codec,
    EncodeError,
    InvalidCommandError,
    MalformedError,
    NotFramedError,
    OversizeError,
    WrongTypeError,
)

CODEC = Codec()
DEFINITION = {"name": "daily", "handler": "reports.run"}
CREATE = {"type": "CreateJob", "command_id": "c-1", "definition": DEFINITION}
TRIGGER = {"type": "TriggerJob", "command_id": "c-1", "job": "daily"}


def read(command: dict[str, Any], **more: Any) -> Any:
    return CODEC.decode_command(json.dumps({**command, **more}).encode())


def refusal(command: dict[str, Any], **more: Any) -> InvalidCommandError:
    with pytest.raises(InvalidCommandError) as refused:
        read(command, **more)
    return refused.value


def test_reads_a_command_in_avro() -> None:
    command = CreateJob(
        command_id="c-1", definition=JobDefinition(name="daily", handler="h", calendars=("x",))
    )
    assert CODEC.decode_command(CODEC.encode(command)) == command


def test_reads_a_command_in_json() -> None:
    expected = CreateJob(command_id="c-1", definition=JobDefinition(name="daily", handler="reports.run"))
    assert read(CREATE) == expected


def test_reads_nested_lists_in_json() -> None:
    windows = [{"weekdays": "SAT,SUN"}, {"starts": "22:00", "ends": "06:00"}]
    definition = {"name": "nights", "effect": "hold", "days": ["2026-12-25"], "windows": windows}
    command = read({"type": "DefineCalendar", "command_id": "c", "definition": definition})
    assert command == DefineCalendar(
        command_id="c",
        definition=CalendarDefinition(
            name="nights",
            effect="hold",
            days=("2026-12-25",),
            windows=(CalendarWindow(weekdays="SAT,SUN"), CalendarWindow(starts="22:00", ends="06:00")),
        ),
    )


def test_what_json_says_can_be_written_in_avro() -> None:
    command = read(CREATE)
    assert CODEC.decode_command(CODEC.encode(command)) == command


def test_a_payload_may_be_an_object_and_keeps_its_digits() -> None:
    data = b'{"type": "TriggerJob", "command_id": "c", "job": "j", "payload": {"price": 1.10, "n": 12345678901234567890123}}'
    command = CODEC.decode_command(data)
    assert isinstance(command, TriggerJob)
    assert command.payload == '{"price": 1.10, "n": 12345678901234567890123}'


def test_a_payload_may_be_text() -> None:
    assert read(TRIGGER, payload='{"a": "ü"}').payload == '{"a": "ü"}'


def test_a_payload_that_is_neither_is_refused_where_it_stands() -> None:
    assert refusal(TRIGGER, payload=[1]).field == "payload"
    assert refusal(CREATE, definition={**DEFINITION, "payload": 7}).field == "definition.payload"


def test_a_payload_that_is_not_given_is_the_default() -> None:
    assert read(CREATE).definition.payload == "{}"
    assert read(TRIGGER).payload == ""


def test_refuses_a_command_without_an_id_and_names_the_field() -> None:
    refused = refusal({"type": "TriggerJob", "job": "daily"})
    assert refused.field == "command_id"
    assert "TriggerJob: command_id" in str(refused)


@pytest.mark.parametrize("framed", [True, False])
def test_refuses_an_empty_command_id_in_either_form(framed: bool) -> None:
    command = TriggerJob(command_id="", job="daily")
    data = CODEC.encode(command) if framed else json.dumps({**TRIGGER, "command_id": ""}).encode()
    with pytest.raises(InvalidCommandError) as refused:
        CODEC.decode_command(data)
    assert refused.value.field == "command_id"


def test_refuses_an_unknown_field_by_name() -> None:
    assert refusal(TRIGGER, run_at="2026-01-01").field == "run_at"
    assert refusal(CREATE, definition={**DEFINITION, "retries": 3}).field == "definition.retries"


def test_refuses_a_word_outside_the_closed_set_and_lists_the_set() -> None:
    refused = refusal(CREATE, definition={**DEFINITION, "when": "soon"})
    assert refused.field == "definition.when"
    assert "use one of cron, interval, at, delay, now, manual" in str(refused)
    assert (refused.command_type, refused.command_id) == ("CreateJob", "c-1")


def test_refuses_such_a_word_in_avro_too() -> None:
    data = CODEC.encode(ResumeJob(command_id="c-1", job="j", missed="latest"))
    with pytest.raises(InvalidCommandError) as refused:
        CODEC.decode_command(data.replace(b"latest", b"newest"))
    assert refused.value.field == "missed"
    assert refused.value.command_id == "c-1"


@pytest.mark.parametrize(
    ("field", "value"),
    [("priority", 2**31), ("priority", "high"), ("run_at_ms", 2**63), ("run_at_ms", 1.5), ("job", None)],
)
def test_refuses_a_value_of_the_wrong_type_or_range(field: str, value: object) -> None:
    assert refusal(TRIGGER, **{field: value}).field == field


def test_refuses_a_number_in_avro_that_is_wider_than_its_schema() -> None:
    data = CODEC.encode(TriggerJob(command_id="c", job="j", priority=2**40))
    with pytest.raises(InvalidCommandError) as refused:
        CODEC.decode_command(data)
    assert refused.value.field == "priority"


def test_refuses_an_unknown_type_and_lists_the_commands() -> None:
    refused = refusal({"type": "JobCreated", "command_id": "c"})
    assert refused.field == "type"
    assert "use one of CreateJob, UpdateJob" in str(refused)
    assert refusal({"command_id": "c"}).field == "type"


def test_refuses_another_message_than_a_command() -> None:
    claim = AttemptClaim(job_id="j", execution_id="e", attempt=1, worker_id="w", starts_at_ms=1)
    with pytest.raises(WrongTypeError, match="expected Command, found AttemptClaim"):
        CODEC.decode_command(CODEC.encode(claim))


@pytest.mark.parametrize(
    "data", [b"{", b'{"type": "TriggerJob", "job": "\xff"}', b'{"a":' * 100_000, b"{} {}"]
)
def test_refuses_what_is_not_one_json_object(data: bytes) -> None:
    with pytest.raises((MalformedError, InvalidCommandError)):
        CODEC.decode_command(data)


def test_refuses_bytes_that_are_neither_framed_nor_an_object() -> None:
    with pytest.raises(NotFramedError):
        CODEC.decode_command(b'["TriggerJob"]')


@pytest.mark.parametrize("framed", [True, False])
def test_refuses_a_payload_above_256_kib(framed: bool) -> None:
    def data(size: int) -> bytes:
        text = json.dumps({"a": "x" * (size - 9)})
        command = TriggerJob(command_id="c", job="j", payload=text)
        return CODEC.encode(command) if framed else json.dumps({**TRIGGER, "payload": text}).encode()

    assert isinstance(CODEC.decode_command(data(262_144)), TriggerJob)
    with pytest.raises(OversizeError, match=r"TriggerJob\.payload has 262145 bytes, the limit is 262144"):
        CODEC.decode_command(data(262_145))


def test_the_size_of_a_payload_is_counted_in_bytes() -> None:
    with pytest.raises(OversizeError):
        read(TRIGGER, payload=json.dumps({"a": "ü" * 140_000}, ensure_ascii=False))


def test_refuses_a_json_record_above_the_cap_of_commands() -> None:
    with pytest.raises(OversizeError, match="the limit is 786432"):
        CODEC.decode_command(b"{" + b" " * 786_432)


def test_the_largest_command_leaves_room_for_the_event_that_tells_of_it() -> None:
    room = 786_432 - len(
        CODEC.encode(CreateJob(command_id="c", definition=JobDefinition(name="n", handler="h")))
    )
    definition = JobDefinition(name="n", handler="h", description="x" * (room - 4))
    command = CODEC.decode_command(CODEC.encode(CreateJob(command_id="c", definition=definition)))
    assert isinstance(command, CreateJob)
    created = JobCreated(
        job_id="j" * 36,
        sequence=1,
        at_ms=1,
        job_status="SCHEDULED",
        definition=command.definition,
        version=1,
        next_due_ms=0,
        tzdata_version="2026.1",
    )
    assert CODEC.decode(CODEC.encode(created)) == created
    with pytest.raises(EncodeError, match="the limit is 786432"):
        CODEC.encode(CreateJob(command_id="c" * 10, definition=definition))
