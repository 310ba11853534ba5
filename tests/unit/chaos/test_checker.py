"""The checker itself: a clean history passes, and each planted fault fails it with a sentence that names job and time."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.chaos.checker import targets
from tests.chaos.checker.history import (
    Ending,
    Execution,
    Finding,
    History,
    Job,
    Jump,
    Order,
    Skip,
    Span,
    Stamp,
)
from tests.chaos.checker.verdict import judge

T0 = 1_790_000_000_000
TICK = Job(name="tick", when="every", first_ms=T0, period_ms=1_000, until_ms=T0 + 5_000)
ONCE = Job(name="once", when="at", first_ms=T0 + 1_500, delivery="at_most_once")


def order(kind: Any, job: str, sent_ms: int, acked_ms: int, **more: Any) -> Order:
    fields = {"sent_ms": sent_ms, "acked_ms": acked_ms, "sent_real_ms": sent_ms, "acked_real_ms": acked_ms}
    return Order(command_id=f"{kind}-{job}-{sent_ms}", kind=kind, job=job, **(fields | more))


def stamps(execution: str, job: str, due_ms: int, attempt: int = 1, late_ms: int = 1) -> list[Stamp]:
    at_ms = due_ms + late_ms
    start = Stamp(
        what="start",
        execution_id=execution,
        attempt=attempt,
        job=job,
        due_ms=due_ms,
        wall_ms=at_ms,
        real_ms=at_ms,
        worker="w1",
    )
    return [start, replace(start, what="end", wall_ms=at_ms + 5, real_ms=at_ms + 5)]


def execution(name: str, job: str, due_ms: int, **more: Any) -> Execution:
    ending = Ending(kind="completed", attempt=1, at_ms=due_ms + 10, started_at_ms=due_ms + 1)
    fields: dict[str, Any] = {"origin": "schedule", "occurrence": f"{due_ms}@0", "endings": [ending]}
    return Execution(execution_id=name, job=job, due_ms=due_ms, scheduled_ms=due_ms, **(fields | more))


@pytest.fixture
def history() -> History:
    dues = range(T0, T0 + 5_000, 1_000)
    orders = [order("create", job.name, T0 - 900, T0 - 800) for job in (TICK, ONCE)]
    executions = {f"e{n}": execution(f"e{n}", "tick", due_ms) for n, due_ms in enumerate(dues)}
    executions["o"] = execution("o", "once", ONCE.first_ms, origin="one_off")
    ran = [stamp for n, due_ms in enumerate(dues) for stamp in stamps(f"e{n}", "tick", due_ms)]
    return History(
        jobs=[TICK, ONCE],
        orders=orders,
        stamps=[*ran, *stamps("o", "once", ONCE.first_ms)],
        executions=executions,
        answers={each.command_id: "JobCreated" for each in orders},
    )


def only(history: History, kind: str) -> Finding:
    """The one finding; anything else found is a fault of the checker."""
    [finding] = judge(history).findings
    assert finding.kind == kind
    return finding


def test_a_clean_history_passes(history: History) -> None:
    verdict = judge(history)
    assert verdict.is_good
    assert set(verdict.counts().values()) == {0}


def test_finds_a_due_time_that_did_not_run(history: History) -> None:
    history.stamps = [stamp for stamp in history.stamps if stamp.execution_id != "e2"]
    del history.executions["e2"]
    finding = only(history, "missed")
    assert (finding.job, finding.at_ms) == ("tick", T0 + 2_000)
    assert "job tick, due at 14:13:22.000, did not run, and nothing says why" in finding.sentence


def test_does_not_let_a_neighbour_answer_for_a_missed_due_time(history: History) -> None:
    history.stamps = [
        replace(stamp, due_ms=T0 + 1_000) if stamp.execution_id == "e2" else stamp for stamp in history.stamps
    ]
    del history.executions["e2"]
    kinds = {finding.kind for finding in judge(history).findings}
    assert "missed" in kinds


def test_takes_a_recorded_skip_as_a_reason(history: History) -> None:
    history.stamps = [stamp for stamp in history.stamps if stamp.execution_id not in ("e2", "e3")]
    del history.executions["e2"], history.executions["e3"]
    history.skips = [
        Skip(
            job="tick",
            first_ms=T0 + 2_000,
            last_ms=T0 + 3_000,
            occurrence="x",
            cause_id="",
            reason="catch_up_latest",
        )
    ]
    assert judge(history).is_good


def test_finds_a_one_off_that_did_not_run(history: History) -> None:
    history.stamps = [stamp for stamp in history.stamps if stamp.job != "once"]
    del history.executions["o"]
    assert "job once, due at 14:13:21.500, was to run once, did not" in only(history, "missed").sentence


def test_finds_a_trigger_that_did_not_run(history: History) -> None:
    trigger = order("trigger", "tick", T0 + 100, T0 + 200)
    history.orders.append(trigger)
    history.answers[trigger.command_id] = "ExecutionCreated"
    history.executions["t"] = execution(
        "t", "tick", T0 + 150, origin="trigger", cause_id=trigger.command_id, endings=[]
    )
    kinds = sorted(finding.kind for finding in judge(history).findings)
    assert kinds == ["missed", "unfinished"]


def downstream(history: History, created_ms: int, *followed: str) -> None:
    """A job after `tick`, with executions that follow some of its completions."""
    history.jobs.append(Job(name="after", when="manual", upstream="tick"))
    created = order("create", "after", created_ms - 100, created_ms)
    history.orders.append(created)
    history.answers[created.command_id] = "JobCreated"
    for number, each in enumerate(history.executions.values()):
        each.endings = [replace(end, sequence=number) for end in each.endings]
    for name in followed:
        due_ms = history.executions[name].due_ms + 20
        occurrence = f"dependency:{name}@{due_ms}"
        history.executions[f"after-{name}"] = execution(
            f"after-{name}", "after", due_ms, origin="dependency", occurrence=occurrence
        )
        history.stamps += stamps(f"after-{name}", "after", due_ms)


def test_finds_completions_that_nobody_followed(history: History) -> None:
    downstream(history, T0 - 40_000)
    assert {finding.sentence for finding in judge(history).findings} == {
        f"job after, due at 14:13:2{n}.010, did not follow the completion of tick" for n in range(5)
    }


def test_finds_a_completion_that_was_not_followed_after_one_that_was(history: History) -> None:
    downstream(history, T0 - 500, "e1", "e2", "e4")
    assert only(history, "missed").at_ms == T0 + 3_010


def test_a_new_job_follows_nothing_before_it_is_known_to_its_upstream(history: History) -> None:
    downstream(history, T0 - 500, "e2", "e3", "e4")
    assert judge(history).is_good


def test_finds_an_early_start(history: History) -> None:
    history.stamps += stamps("e9", "tick", T0 + 4_000, late_ms=-3)
    history.executions["e9"] = execution("e9", "tick", T0 + 4_000, origin="trigger")
    finding = only(history, "early")
    assert finding.sentence.startswith("job tick, due at 14:13:24.000, was started at 14:13:23.997")


def test_finds_a_retry_before_its_time(history: History) -> None:
    found = history.executions["e1"]
    found.over, found.retry_at_ms = {1: "failed"}, {1: T0 + 2_000}
    found.endings = [replace(found.endings[0], attempt=2)]
    history.stamps += stamps("e1", "tick", T0 + 1_000, attempt=2, late_ms=900)
    assert only(history, "early").at_ms == T0 + 2_000


def test_excuses_a_start_at_the_moment_the_clock_was_set_back(history: History) -> None:
    history.stamps = [
        replace(stamp, wall_ms=stamp.wall_ms - 9_000) if stamp.execution_id == "e4" else stamp
        for stamp in history.stamps
    ]
    assert only(history, "early").job == "tick"
    history.jumps = [Jump(T0 + 3_999, -9_000)]
    assert judge(history).is_good


def delayed(history: History, name: str, by_ms: int) -> list[Stamp]:
    return [
        replace(stamp, wall_ms=stamp.wall_ms + by_ms, real_ms=stamp.real_ms + by_ms)
        if stamp.execution_id == name
        else stamp
        for stamp in history.stamps
    ]


def test_finds_a_start_long_after_its_time(history: History) -> None:
    history.stamps = delayed(history, "e4", 31_000)
    assert "job tick, due at 14:13:24.000, was started 31.0 s late" in only(history, "late").sentence


def test_a_start_is_not_late_by_the_time_in_which_something_was_broken(history: History) -> None:
    history.stamps = delayed(history, "e4", 41_000)
    history.faults = [Span(T0, T0 + 9_000), Span(T0 + 5_000, T0 + 16_000)]
    assert judge(history).is_good
    history.faults = [Span(T0, T0 + 9_000)]
    assert "for 36.0 s of which nothing was broken" in only(history, "late").sentence


def test_the_first_start_of_an_execution_may_be_that_of_its_second_attempt(history: History) -> None:
    history.stamps = [
        replace(stamp, attempt=2) if stamp.execution_id == "e4" else stamp
        for stamp in delayed(history, "e4", 31_000)
    ]
    history.executions["e4"].over = {1: "unstarted"}
    history.executions["e4"].endings = [Ending(kind="completed", attempt=2, at_ms=T0 + 36_000)]
    assert only(history, "late").job == "tick"


def test_finds_a_due_time_that_was_given_up_although_nothing_excuses_it(history: History) -> None:
    history.stamps = [s for s in history.stamps if (s.execution_id, s.what) != ("e1", "end")]
    history.executions["e1"].endings = [Ending(kind="failed", attempt=1, at_ms=T0 + 9_000)]
    assert judge(history).is_good
    history.jobs = [replace(TICK, unconditional=True), ONCE]
    assert "was not run to its end, which no reason excuses" in only(history, "missed").sentence


def test_finds_a_second_start_of_an_attempt(history: History) -> None:
    history.stamps.append(stamps("e1", "tick", T0 + 1_000, late_ms=4)[0])
    sentence = only(history, "duplicated").sentence
    assert sentence == "job tick, due at 14:13:21.000, had its attempt 1 started 2 times"


def test_finds_a_second_start_where_one_was_promised(history: History) -> None:
    history.stamps.append(stamps("o", "once", ONCE.first_ms, attempt=2)[0])
    history.executions["o"].over = {1: "lost"}
    history.executions["o"].endings = [Ending(kind="failed", attempt=2, at_ms=T0 + 2_000)]
    assert "is at_most_once and was started 2 times" in only(history, "duplicated").sentence


def test_finds_a_second_completion_that_nothing_excuses(history: History) -> None:
    history.stamps += stamps("e1", "tick", T0 + 1_000, attempt=2)
    assert "was completed 2 times by its handler" in only(history, "duplicated").sentence
    history.executions["e1"].over = {1: "lost"}
    history.executions["e1"].endings = [Ending(kind="completed", attempt=2, at_ms=T0 + 2_000)]
    assert judge(history).is_good


def test_finds_two_executions_of_one_due_time(history: History) -> None:
    history.executions["twin"] = execution("twin", "tick", T0 + 1_000)
    history.stamps += stamps("twin", "tick", T0 + 1_000)
    assert "has 2 executions for one due time" in only(history, "duplicated").sentence


def test_finds_an_execution_that_ended_twice(history: History) -> None:
    ending = Ending(kind="failed", attempt=1, at_ms=T0 + 1_100, started_at_ms=1)
    history.executions["e1"].endings.append(ending)
    assert "ended more than once: completed and failed" in only(history, "duplicated").sentence


def test_finds_a_cancelled_execution_that_ran(history: History) -> None:
    history.executions["o"].endings = [Ending(kind="cancelled", attempt=1, at_ms=T0 + 1_000)]
    sentence = only(history, "cancelled_but_run").sentence
    assert sentence.startswith("job once, due at 14:13:21.500, was cancelled unstarted, but ran")


def called_off(history: History, kind: str, after_ms: int, **more: Any) -> Order:
    """An order by the API, accepted so long before the start of e4."""
    acked_ms = T0 + 4_001 - after_ms
    given = order(kind, "tick", acked_ms - 50, acked_ms, door="api", decided=True, **more)
    history.orders.append(given)
    history.answers[given.command_id] = "RecallRequested"
    return given


@pytest.mark.parametrize("kind", ["cancel", "pause", "delete"])
def test_finds_a_start_long_after_it_was_called_off(history: History, kind: str) -> None:
    more = {"execution_id": "e4"} if kind == "cancel" else {}
    given = called_off(history, kind, 12_001, **more)
    kinds = {finding.sentence for finding in judge(history).findings}
    assert any(f"was started 12.0 s after its {kind}" in sentence for sentence in kinds)
    history.orders.remove(given)
    called_off(history, kind, 11_999, **more)
    assert not any("after its" in finding.sentence for finding in judge(history).findings)


def test_what_was_resumed_may_start(history: History) -> None:
    called_off(history, "pause", 14_000)
    called_off(history, "resume", 13_000)
    assert judge(history).is_good


def test_finds_an_attempt_that_counts_as_never_started_and_was(history: History) -> None:
    history.executions["e1"].over = {1: "unstarted"}
    history.executions["e1"].endings = [Ending(kind="failed", attempt=2, at_ms=T0 + 9_000)]
    assert "counts as never started in attempt 1, but was" in only(history, "untrue").sentence


def test_finds_a_run_that_the_journal_does_not_know(history: History) -> None:
    history.stamps.append(stamps("nobody", "tick", T0 + 4_000)[0])
    assert "the journal knows nothing of it" in only(history, "untrue").sentence


def test_finds_a_completion_without_a_handler(history: History) -> None:
    history.stamps = [s for s in history.stamps if (s.execution_id, s.what) != ("e1", "end")]
    assert "which no handler has ended" in only(history, "untrue").sentence


def test_finds_a_lost_command(history: History) -> None:
    history.orders.append(order("pause", "once", T0 + 4_500, T0 + 4_600, door="api"))
    sentence = only(history, "lost_command").sentence
    assert sentence.startswith("job once: the pause of 14:13:24.500 by api was acknowledged at 14:13:24.600")


def test_finds_a_command_that_was_decided_twice(history: History) -> None:
    history.decided_twice = [history.orders[0].command_id]
    assert "had a create both accepted and rejected" in only(history, "duplicated").sentence


def test_finds_two_runs_of_one_trigger(history: History) -> None:
    trigger = order("trigger", "tick", T0 + 100, T0 + 200)
    history.orders.append(trigger)
    history.answers[trigger.command_id] = "ExecutionCreated"
    for name in ("t1", "t2"):
        made = execution(name, "tick", T0 + 150, origin="trigger", cause_id=trigger.command_id)
        history.executions[name] = made
        history.stamps += stamps(name, "tick", T0 + 150)
    assert "was run 2 times for one trigger" in only(history, "duplicated").sentence


def test_a_command_that_nobody_acknowledged_may_be_lost(history: History) -> None:
    history.orders.append(order("trigger", "tick", T0 + 4_500, 0))
    assert judge(history).is_good


def test_finds_a_command_that_was_told_accepted_and_is_rejected(history: History) -> None:
    accepted = order("trigger", "tick", T0 + 4_500, T0 + 4_600, decided=True)
    history.orders.append(accepted)
    history.answers[accepted.command_id] = "CommandRejected"
    assert "says that it was rejected" in only(history, "lost_command").sentence


def test_finds_a_difference_between_tables_and_log(history: History) -> None:
    difference = "executions of job tick at 14:13:21: status is RUNNING, and the journal says COMPLETED"
    history.differences = [difference]
    assert only(history, "different").sentence == difference


def test_finds_a_process_that_ended_by_itself(history: History) -> None:
    history.died = ["worker-2"]
    assert only(history, "died").sentence.startswith("worker-2 has ended by itself")


def test_asks_nothing_about_due_times_while_an_order_was_under_way() -> None:
    orders = [
        order("create", "tick", T0 - 900, T0 + 400),
        order("pause", "tick", T0 + 1_900, T0 + 2_300),
        order("resume", "tick", T0 + 2_400, T0 + 3_100),
    ]
    assert list(targets.required(TICK, orders, {})) == [T0 + 1_000, T0 + 4_000]


def test_asks_nothing_about_due_times_before_a_job_was_made_when_the_clock_is_set_back() -> None:
    created = order("create", "tick", T0 + 2_300, T0 + 2_400)
    updated = order("update", "tick", T0 + 300, T0 + 400, sent_real_ms=T0 + 5_000, acked_real_ms=T0 + 5_100)
    assert list(targets.required(TICK, [created, updated], {})) == [T0 + 3_000, T0 + 4_000]


def test_asks_nothing_after_a_pause_that_may_still_arrive() -> None:
    orders = [
        order("create", "tick", T0 - 900, T0 - 800),
        order("pause", "tick", T0 + 1_900, 0),
        order("resume", "tick", T0 + 2_400, T0 + 2_600),
    ]
    assert list(targets.required(TICK, orders, {})) == [T0, T0 + 1_000]


def test_a_command_that_waited_for_its_decision_counts_from_then() -> None:
    created = order("create", "tick", T0 - 900, T0 - 800)
    assert list(targets.required(TICK, [created], {created.command_id: T0 + 3_500})) == [T0 + 4_000]
