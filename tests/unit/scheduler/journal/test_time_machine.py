"""A job as it was: the fold of the journal up to an instant."""

from tests.histories import History
from tests.ledger import Ledger

from tickwheel.protocol.events.job import JobPaused, JobUpdated


def test_a_job_did_not_exist_before_its_creation(ledger: Ledger) -> None:
    history = History("daily").created()
    ledger.write(history.events)
    assert ledger.journal.state_at(history.job_id, history.now_ms - 1) is None
    found = ledger.journal.state_at(history.job_id, history.now_ms)
    assert found is not None
    assert found.job.definition is not None
    assert found.job.definition.name == "daily"


def test_shows_the_definition_status_and_executions_of_that_time(ledger: Ledger) -> None:
    history = History("daily", when="manual").created()
    run = history.due()
    history.claimed(run)
    while_running = history.now_ms
    history.completed(run)
    changed = JobUpdated, {"definition": History("daily", priority=99).definition, "version": 2}
    history.add(changed[0], next_due_ms=0, tzdata_version="2026a", **changed[1])
    history.add(JobPaused, "PAUSED", reason="by hand", automatic=False)
    ledger.write(history.events)

    then = ledger.journal.state_at(history.job_id, while_running)
    assert then is not None
    assert (then.status, then.job.version, [each.status for each in then.executions]) == (
        "RUNNING",
        1,
        ["RUNNING"],
    )
    assert then.executions[0].execution_id == run
    now = ledger.journal.state_at(history.job_id)
    assert now is not None
    assert (now.status, now.job.version, now.executions) == ("PAUSED", 2, ())
    assert type(now.last).__name__ == "JobPaused"


def test_a_retired_job_is_gone_and_its_past_is_not(ledger: Ledger) -> None:
    history = History("once").created()
    alive_at = history.now_ms
    history.retired()
    ledger.write(history.events)
    assert ledger.journal.state_at(history.job_id) is None
    assert ledger.journal.state_at(history.job_id, alive_at) is not None
