"""Whatever is said in whatever order: nothing raises, state is what the events say, no due time is lost or doubled."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.unit.engine.due_times import check_due_times
from tests.unit.engine.scenario import NOON, Scenario

from tickwheel.protocol import ids
from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.commands.execution import (
    CancelExecution,
    DismissDeadLetter,
    RedriveDeadLetter,
    RetryExecution,
)
from tickwheel.protocol.commands.job import (
    BackfillJob,
    DeleteJob,
    PauseJob,
    ResumeJob,
    TriggerJob,
    UpdateJob,
)
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.execution import ExecutionCreated
from tickwheel.scheduler.engine.inputs import ExecutionDue, JobDue, LeaseLost, Placed, Unplaceable
from tickwheel.scheduler.engine.state import ExecutionState, JobState
from tickwheel.scheduler.engine.timers import is_ready

NAMES = ("alpha", "beta", "gamma")
names = st.sampled_from(NAMES)
pick = st.integers(0, 30)
workers = st.sampled_from(["w1", "w2"])
catch_ups = st.sampled_from(["skip", "latest", "all"])
statuses = st.sampled_from(
    ["completed", "failed", "timed_out", "cancelled", "recalled", "released", "deferred", "nonsense"]
)
recurring = st.one_of(
    st.builds(lambda ms: {"when": "interval", "interval_ms": ms}, st.integers(500, 400_000)),
    st.sampled_from(["* * * * *", "*/5 * * * *", "*/7 * * * * *", "@hourly"]).map(
        lambda cron: {"when": "cron", "cron": cron}
    ),
)
whens = st.one_of(
    recurring,
    st.just({"when": "now"}),
    st.just({"when": "manual"}),
    st.builds(lambda ms: {"when": "at", "run_at_ms": NOON + ms}, st.integers(-10_000, 600_000)),
    st.builds(lambda ms: {"when": "delay", "delay_ms": ms}, st.integers(1, 300_000)),
    st.just({"when": "cron", "cron": "bad"}),
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "overlap": st.sampled_from(["skip", "buffer_one", "buffer_all", "cancel_running", "allow"]),
    "catch_up": catch_ups,
    "catch_up_cap": st.integers(1, 5),
    "delivery": st.sampled_from(["at_least_once", "at_most_once"]),
    "max_retries": st.integers(0, 2),
    "max_runs": st.sampled_from([0, 0, 2]),
    "jitter_ms": st.sampled_from([0, 3_000]),
    "paused": st.sampled_from([False, False, False, True]),
    "depends_on": st.sampled_from([(), (), (), (), ("alpha",), ("alpha", "beta"), ("gamma",)]),
    "dependency_mode": st.sampled_from(["all", "any"]),
    "dependency_freshness_ms": st.sampled_from([0, 60_000]),
    "dedup_window_ms": st.sampled_from([0, 0, 90_000]),
    "auto_pause_after": st.sampled_from([0, 2]),
    "handler": st.sampled_from(["a", "b"]),
    "timeout_ms": st.sampled_from([1_000, 60_000]),
    "end_at_ms": st.sampled_from([0, 0, NOON + 600_000]),
}
definitions = st.fixed_dictionaries(FIELDS)


class AnyHistory(RuleBasedStateMachine):
    """Three jobs that may depend on each other, two workers, one calendar, and a clock that cannot be trusted."""

    def __init__(self) -> None:
        super().__init__()
        self.world = Scenario(ended_job_retention_ms=120_000, dead_letter_retention_ms=300_000)

    def execution(self, number: int) -> ExecutionState | None:
        known = self.world.all_executions()
        return known[number % len(known)] if known else None

    def target(self, number: int) -> tuple[str, str]:
        execution = self.execution(number)
        return (execution.job_id, execution.execution_id) if execution else ("alpha", "unknown")

    @initialize(
        whens=st.tuples(recurring, recurring, whens), fields=st.tuples(definitions, definitions, definitions)
    )
    def some_jobs(self, whens: tuple[Any, ...], fields: tuple[Any, ...]) -> None:
        for name, when, field in zip(NAMES, whens, fields, strict=True):
            self.world.decide(self.world.creation(name, **when, **field))

    @rule(name=names, when=whens, fields=definitions)
    def create(self, name: str, when: dict[str, Any], fields: dict[str, Any]) -> None:
        self.world.decide(self.world.creation(name, **when, **fields))

    @rule(name=names, when=whens, fields=definitions, version=st.sampled_from([0, 0, 1]))
    def update(self, name: str, when: dict[str, Any], fields: dict[str, Any], version: int) -> None:
        definition = JobDefinition(name=name, **when, **fields)
        self.command(UpdateJob, job=name, definition=definition, expected_version=version)

    @rule(name=names, handler=st.sampled_from(["a", "b"]))
    def update_handler_only(self, name: str, handler: str) -> None:
        job = self.world.jobs.get(ids.job_id("default", name))
        if job is not None and job.definition is not None:
            fields = {f: getattr(job.definition, f) for f in JobDefinition.__struct_fields__}
            self.command(UpdateJob, job=name, definition=JobDefinition(**{**fields, "handler": handler}))

    @rule(name=names, fields=definitions, field=st.sampled_from(sorted(FIELDS)))
    def update_one_field(self, name: str, fields: dict[str, Any], field: str) -> None:
        job = self.world.jobs.get(ids.job_id("default", name))
        if job is not None and job.definition is not None:
            kept = {f: getattr(job.definition, f) for f in JobDefinition.__struct_fields__}
            definition = JobDefinition(**{**kept, field: fields[field]})
            self.command(UpdateJob, job=name, definition=definition)

    @rule(name=names)
    def delete(self, name: str) -> None:
        self.command(DeleteJob, job=name)

    @rule(name=names)
    def pause(self, name: str) -> None:
        self.command(PauseJob, job=name)

    @rule(name=names, missed=catch_ups)
    def resume(self, name: str, missed: Any) -> None:
        self.command(ResumeJob, job=name, missed=missed)

    @rule(name=names, key=st.sampled_from(["", "k"]), later=st.sampled_from([0, 0, 30_000]))
    def trigger(self, name: str, key: str, later: int) -> None:
        run_at_ms = self.world.now_ms + later if later else 0
        self.command(TriggerJob, job=name, dedup_key=key, run_at_ms=run_at_ms)

    @rule(name=names, span=st.integers(1, 900_000), dry=st.booleans())
    def backfill(self, name: str, span: int, dry: bool) -> None:
        now_ms = self.world.now_ms
        self.command(BackfillJob, job=name, from_ms=now_ms - span, to_ms=now_ms, dry_run=dry)

    @rule(
        number=pick,
        kind=st.sampled_from([CancelExecution, RetryExecution, RedriveDeadLetter, DismissDeadLetter]),
    )
    def about_execution(self, number: int, kind: type[Any]) -> None:
        job, execution_id = self.target(number)
        self.command(kind, job=job, execution_id=execution_id)

    @rule(effect=st.sampled_from(["exclude", "hold"]), everywhere=st.booleans())
    def define_calendar(self, effect: Any, everywhere: bool) -> None:
        window = CalendarWindow(starts="12:01", ends="12:30")
        calendar = CalendarDefinition(name="c", effect=effect, everywhere=everywhere, windows=(window,))
        self.command(DefineCalendar, definition=calendar)

    @rule()
    def delete_calendar(self) -> None:
        self.command(DeleteCalendar, name="c")

    @rule()
    def say_last_command_again(self) -> None:
        if self.last_command is not None:
            before = dict(self.world.jobs)
            self.world.decide(self.last_command)
            if type(self.world.journal[-1]).__name__ == "CommandRepeated":
                assert self.world.jobs == before

    last_command: Any = None

    def command(self, kind: type[Any], **fields: Any) -> None:
        self.last_command = kind(command_id=self.world.command_id(), **fields)
        self.world.decide(self.last_command)

    @rule(worker=workers)
    def place(self, worker: str) -> None:
        self.world.place(worker)

    @rule(worker=workers)
    def start(self, worker: str) -> None:
        self.world.start(worker)

    @rule(worker=workers, status=statuses, ms=st.sampled_from([0, 1_000, 15_000]))
    def let_run(self, worker: str, status: Any, ms: int) -> None:
        self.world.start(worker).advance(ms).start(worker).report(status, worker)

    @rule(ms=st.sampled_from([1_000, 15_000]))
    def run_well(self, ms: int) -> None:
        self.world.advance(ms).run().advance(ms).run()

    @rule(worker=workers, status=statuses)
    def report_all(self, worker: str, status: Any) -> None:
        self.world.report(status, worker)

    @rule(number=pick, worker=workers, status=statuses, behind=st.sampled_from([0, 0, 1]))
    def report_one(self, number: int, worker: str, status: Any, behind: int) -> None:
        execution = self.execution(number)
        if execution is not None:
            outcome = self.world.outcome_of(execution, status, worker)
            self.world.decide(_with(outcome, attempt=execution.attempt - behind))

    @rule(number=pick, worker=workers, behind=st.sampled_from([0, 0, 1]))
    def claim_one(self, number: int, worker: str, behind: int) -> None:
        execution = self.execution(number)
        if execution is not None:
            claim = self.world.claim_of(execution, worker)
            self.world.decide(_with(claim, attempt=execution.attempt - behind))

    @rule(worker=workers)
    def lose_worker(self, worker: str) -> None:
        self.world.lose(worker)

    @rule(number=pick, worker=workers)
    def noise(self, number: int, worker: str) -> None:
        job_id, execution_id = self.target(number)
        job_id = ids.resolve_job("default", job_id)
        for each in (
            JobDue(job_id),
            ExecutionDue(job_id, execution_id),
            LeaseLost(job_id, execution_id, 1, worker),
            Placed(job_id, execution_id, worker, "mailbox", 1),
            Unplaceable(job_id, execution_id, "no live worker"),
        ):
            self.world.decide(each)

    @rule(open_=st.booleans())
    def breaker(self, open_: bool) -> None:
        self.world.surround(open_breakers={"a": self.world.now_ms + 20_000} if open_ else {})

    @rule(ms=st.sampled_from([1, 900, 10_000, 60_000, 400_000]))
    def advance(self, ms: int) -> None:
        self.world.advance(ms)

    @rule(ms=st.sampled_from([-30_000, 5_000, 400_000, 90_000_000]))
    @precondition(lambda self: self.world.now_ms < NOON + 500_000_000)
    def jump(self, ms: int) -> None:
        self.world.jump(ms).advance(0)

    @invariant()
    def no_execution_twice(self) -> None:
        created = [e.execution_id for e in self.world.journal if isinstance(e, ExecutionCreated)]
        assert len(created) == len(set(created))

    def teardown(self) -> None:
        self.let_everything_end()
        for execution in self.world.all_executions():
            assert self.may_still_wait(execution), f"{execution} is stuck"
        for name in NAMES:
            key = ids.job_id("default", name)
            check_due_times(e for e in self.world.journal if e.job_id == key)

    def let_everything_end(self) -> None:
        """Two good workers and nothing that holds anybody."""
        self.delete_calendar()
        self.breaker(False)
        for _ in range(4):
            self.world.advance(15_000)
            for _ in range(3):
                self.world.start("w1").report("completed", "w1").report("completed", "w2")

    def may_still_wait(self, execution: ExecutionState) -> bool:
        job, now_ms = self.world.jobs[execution.job_id], self.world.now_ms
        if execution.status == "FAILED" or max(execution.due_ms, execution.not_before_ms) > now_ms:
            return True
        if execution.waits_for == "resume":
            return bool(job.paused_at_ms)
        if execution.waits_for == "upstreams":
            return bool(job.paused_at_ms) or not _has_all(job, now_ms)
        if execution.waits_for == "turn":
            return job.active > 0
        return is_ready(execution, now_ms, self.world.around.lead_ms)


def _has_all(job: JobState, now_ms: int) -> bool:
    assert job.definition is not None
    freshness_ms = job.definition.dependency_freshness_ms
    fresh = {
        s.upstream_job_id
        for s in job.satisfied
        if not freshness_ms or now_ms - s.completed_at_ms <= freshness_ms
    }
    wanted = set(job.definition.depends_on)
    return wanted <= fresh if job.definition.dependency_mode == "all" else bool(wanted & fresh)


def _with(message: Any, **fields: Any) -> Any:
    values = {name: getattr(message, name) for name in message.__struct_fields__}
    return type(message)(**{**values, **fields})


TestAnyHistory = AnyHistory.TestCase
TestAnyHistory.settings = settings(
    max_examples=100,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
pytestmark = pytest.mark.timeout(120)
