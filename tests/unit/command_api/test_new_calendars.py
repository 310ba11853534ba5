"""A job that names a calendar of a moment ago is sent again until the calendar is known; any other refusal stands."""

from typing import Any, cast

import pytest

from tickwheel.command_api import new_calendars
from tickwheel.command_api.answers import Answer
from tickwheel.command_api.new_calendars import NewCalendars
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.job import JobResumed

STAMP: dict[str, Any] = {
    "job_id": "j",
    "sequence": 1,
    "at_ms": 1,
    "job_status": "SCHEDULED",
    "cause_id": "c",
    "actor": "ada",
}
COMMAND = CreateJob(
    command_id="c",
    actor="ada",
    issued_at_ms=1,
    definition=JobDefinition(name="report", handler="noop", when="manual", calendars=("holidays",)),
)


def refused(field: str) -> Answer:
    event = CommandRejected(**STAMP, command_type="CreateJob", code="invalid", field=field, message="no")
    return Answer(event, 0, 1)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> NewCalendars:
    monkeypatch.setattr(new_calendars, "PAUSES_S", (0.0, 0.0, 0.0))
    monkeypatch.setattr("tickwheel.command_api.reads.calendars.are_known", lambda pool, names: False)
    return NewCalendars(cast("Any", None))


class Scheduler:
    """Refuses so many times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.asked = 0

    async def __call__(self) -> Answer:
        self.asked += 1
        if self.asked < self.times:
            return refused("calendars")
        return Answer(JobResumed(**STAMP, missed="skip", next_due_ms=0), 0, 2)


async def test_it_is_sent_again_until_the_calendar_is_known(known: NewCalendars) -> None:
    known.remember("holidays")
    scheduler = Scheduler(times=2)
    answer = await known.insist(COMMAND, refused("calendars"), scheduler)
    assert answer is not None
    assert answer.rejection is None
    assert scheduler.asked == 2


async def test_it_is_not_sent_again_for_ever(known: NewCalendars) -> None:
    known.remember("holidays")
    scheduler = Scheduler(times=100)
    answer = await known.insist(COMMAND, refused("calendars"), scheduler)
    assert answer is not None
    assert answer.rejection is not None
    assert scheduler.asked == 3


@pytest.mark.parametrize(("field", "made"), [("calendars", "another"), ("handler", "holidays")])
async def test_any_other_refusal_stands(known: NewCalendars, field: str, made: str) -> None:
    known.remember(made)
    scheduler = Scheduler(times=1)
    first = refused(field)
    assert await known.insist(COMMAND, first, scheduler) is first
    assert scheduler.asked == 0
