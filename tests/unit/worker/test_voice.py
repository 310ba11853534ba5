"""What handlers say on the way to the logs topic, and what the outbox does with what cannot be sent at once."""

import logging

import msgspec
import pytest
from tests.unit.worker.scene import CODEC, NOW_MS, NotingProducer, dispatch

from tickwheel.protocol.logs import ExecutionLogged, ProgressReported
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log.errors import IndefiniteError
from tickwheel.worker import secrets
from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.presence.outbox import FLOCK, GATHER_S, Outbox
from tickwheel.worker.presence.reports import Reports
from tickwheel.worker.presence.voice import BURST, LogVoice
from tickwheel.worker.runners.invocation import context_of, raised
from tickwheel.worker.sdk.context import CURRENT
from tickwheel.worker.sdk.standard_logging import ExecutionLogHandler


class Speaking:
    def __init__(self) -> None:
        self.clock = ManualClock(NOW_MS)
        self.producer = NotingProducer()
        self.outbox = Outbox(self.producer, CODEC, self.clock)
        self.held = Held(dispatch(), None, "w", 0)
        self.context = context_of(self.held, LogVoice(self.outbox, Topics(), self.clock))

    def lines(self) -> list[ExecutionLogged]:
        return [message for message in self.producer.sent if isinstance(message, ExecutionLogged)]


@pytest.fixture
def speaking() -> Speaking:
    return Speaking()


def test_numbers_the_lines_and_keeps_their_fields(speaking: Speaking) -> None:
    speaking.context.log("one", number=1)
    speaking.context.log("two", level="error", password="hunter2")
    speaking.context.progress(1.7, "more than done")
    first, second = speaking.lines()
    assert (first.line, first.message, first.level, first.fields) == (1, "one", "info", '{"number":1}')
    assert (second.line, second.level) == (2, "error")
    assert "hunter2" not in second.fields
    progress = speaking.producer.sent[-1]
    assert isinstance(progress, ProgressReported)
    assert progress.fraction == 1.0


def test_no_slip_in_a_line_fails_the_job(speaking: Speaking) -> None:
    speaking.context.log(KeyError("x"), level="critical", message="also a field", of={(1, 2): object()})  # type: ignore[arg-type]
    CURRENT.set(speaking.context)
    record = logging.LogRecord("mine", logging.INFO, "", 0, "%d invoices", ("seven",), None)
    handler = ExecutionLogHandler()
    handler.handleError = lambda record: None  # type: ignore[method-assign]  # it prints
    handler.handle(record)
    CURRENT.set(None)
    (line,) = speaking.lines()
    assert (line.level, line.message) == ("info", "'x'")


def test_an_exception_that_is_logged_keeps_its_traceback(speaking: Speaking) -> None:
    CURRENT.set(speaking.context)
    error = ValueError("no such invoice")
    record = logging.LogRecord("mine", logging.ERROR, "", 0, "failed", (), (ValueError, error, None))
    ExecutionLogHandler().handle(record)
    CURRENT.set(None)
    (line,) = speaking.lines()
    assert (line.level, line.message) == ("error", "failed")
    assert "no such invoice" in msgspec.json.decode(line.fields)["traceback"]


def test_masks_a_secret_in_fields_that_json_writes_otherwise(speaking: Speaking) -> None:
    secrets.resolve('{"x":"secret://odd"}', {"TICKWHEEL_SECRET_ODD": 'wi"th\nlines'})
    speaking.context.log("sent", to=['wi"th\nlines'])
    assert msgspec.json.decode(speaking.lines()[0].fields) == {"to": ["********"]}


def test_drops_above_the_rate_and_says_how_many(speaking: Speaking) -> None:
    for n in range(int(BURST) + 30):
        speaking.context.log(f"line {n}")
    assert len(speaking.lines()) == BURST
    speaking.clock.advance(1_000)
    speaking.context.log("again")
    assert (speaking.lines()[-1].message, speaking.lines()[-1].dropped) == ("again", 30)


def test_says_at_the_end_what_was_dropped_last(speaking: Speaking) -> None:
    for n in range(int(BURST) + 5):
        speaking.context.log(f"line {n}")
    speaking.context.end()
    assert (speaking.lines()[-1].level, speaking.lines()[-1].dropped) == ("warning", 5)


def test_sends_outcomes_again_that_could_not_be_sent_and_keeps_their_order(speaking: Speaking) -> None:
    reports = Reports(speaking.outbox, Topics(), speaking.clock)
    speaking.producer.full = True
    reports.report([(speaking.held, Ending(status="failed"))])
    speaking.producer.full = False
    reports.report([(speaking.held, Ending(status="completed"))])
    assert speaking.producer.sent == []
    speaking.clock.advance(GATHER_S * 1_000)
    speaking.outbox.serve()
    assert [m.status for m in speaking.producer.sent if isinstance(m, AttemptOutcome)] == [
        "failed",
        "completed",
    ]


def test_sends_a_lone_outcome_at_once_and_gathers_those_that_follow(speaking: Speaking) -> None:
    reports = Reports(speaking.outbox, Topics(), speaking.clock)
    ended = (speaking.held, Ending(status="completed"))
    reports.report([ended])
    assert len(speaking.producer.sent) == 1
    for _ in range(3):
        reports.report([ended])
    speaking.outbox.serve()
    assert len(speaking.producer.sent) == 1
    speaking.clock.advance(GATHER_S * 1_000)
    speaking.outbox.serve()
    assert len(speaking.producer.sent) == 4


def test_gathers_no_more_outcomes_than_a_flock_and_none_at_the_end(speaking: Speaking) -> None:
    reports = Reports(speaking.outbox, Topics(), speaking.clock)
    ended = (speaking.held, Ending(status="completed"))
    reports.report([ended])
    reports.report([ended] * FLOCK)
    assert len(speaking.producer.sent) == 1 + FLOCK
    reports.report([ended])
    assert speaking.outbox.flush(1.0) == 0
    assert len(speaking.producer.sent) == 2 + FLOCK


def test_sends_an_outcome_again_that_was_not_acknowledged(speaking: Speaking) -> None:
    Reports(speaking.outbox, Topics(), speaking.clock).report([(speaking.held, Ending(status="completed"))])
    speaking.producer.reports[0](IndefiniteError("time-out"))
    speaking.clock.advance(GATHER_S * 1_000)
    speaking.outbox.serve()
    assert len(speaking.producer.sent) == 2


def test_reports_an_outcome_even_if_what_the_handler_said_cannot_be_written(speaking: Speaking) -> None:
    reports = Reports(speaking.outbox, Topics(), speaking.clock)
    reports.report([(speaking.held, Ending(status="completed", result="\ud800"))])
    (outcome,) = speaking.producer.sent
    assert isinstance(outcome, AttemptOutcome)
    assert (outcome.status, outcome.error_class) == ("failed", "OutcomeNotEncodable")


def test_tells_of_errors_that_cannot_tell_of_themselves(speaking: Speaking) -> None:
    class Mute(Exception):  # noqa: N818
        def __str__(self) -> str:
            raise RuntimeError

    for error in (Mute(), FileNotFoundError("caf\udce9")):
        how = raised(speaking.held, error)
        assert msgspec.json.encode(how)
        assert how.error_message


def test_the_worker_and_the_handler_number_their_lines_together(speaking: Speaking) -> None:
    voice = LogVoice(speaking.outbox, Topics(), speaking.clock)
    speaking.context.log("from the handler")
    context_of(speaking.held, voice).log("from the worker, which warns", level="warning")
    speaking.context.log("from the handler again")
    assert [line.line for line in speaking.lines()] == [1, 2, 3]
