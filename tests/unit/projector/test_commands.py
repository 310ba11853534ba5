"""A command that was accepted stands in the tables under its own name."""

import pytest
from tests.histories import History

from tickwheel.projector.changes import Changes
from tickwheel.projector.fold.table import fold_event
from tickwheel.protocol.commands.command import JobCommand
from tickwheel.protocol.commands.execution import RedriveDeadLetter, RetryExecution
from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.events.dead_letter import DeadLetterRedriven
from tickwheel.scheduler.engine.answers import occurrence_of

DEAD = "11111111-1111-5111-8111-111111111111"


@pytest.mark.parametrize(
    "command",
    [
        TriggerJob(command_id="c-1", job="report"),
        RetryExecution(command_id="c-1", job="report", execution_id=DEAD),
        RedriveDeadLetter(command_id="c-1", job="report", execution_id=DEAD),
    ],
    ids=lambda command: type(command).__name__,
)
def test_commands_that_make_an_execution_are_told_apart(command: JobCommand) -> None:
    history = History("report").created()
    if not isinstance(command, TriggerJob):
        history.add(DeadLetterRedriven, execution_id=DEAD, new_execution_id=DEAD, cause_id="c-1")
    history.due(occurrence=occurrence_of(command, 7), cause_id="c-1")
    changes = Changes()
    for event in history.events:
        fold_event(changes, event)
    assert changes.commands["c-1", history.job_id].command_type == type(command).__name__
