"""BackfillJob: run a job for every due time of a past range, or only say what would run."""

from tickwheel.protocol.commands.job import BackfillJob
from tickwheel.protocol.events.backfill import BackfillPlanned, BackfillStarted
from tickwheel.recurrence import Missed, missed
from tickwheel.scheduler.engine.deciders.existing import check_exists
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.plan import schedule_of_job
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.steps import backfill
from tickwheel.scheduler.engine.validation.values import between, invalid
from tickwheel.scheduler.engine.verdict import Verdict

EXECUTIONS_AT_MOST = 10_000
AT_ONCE_AT_MOST = 10
FASTEST_PER_MINUTE = 60_000


def backfill_job(draft: Draft, command: BackfillJob) -> Verdict:
    refusal = check_exists(draft, "backfill", command.job) or _check(draft, command)
    if refusal is not None:
        return refusal
    found = missed(schedule_of_job(draft.known_job), command.from_ms - 1, command.to_ms - 1, 0)
    if found.more or found.count > EXECUTIONS_AT_MOST:
        return Refusal(
            "invalid",  # it will not fit later either
            "to_ms",
            f"expected a range of at most {EXECUTIONS_AT_MOST} due times, but it has more: backfill it in parts",
        )
    if command.dry_run:
        _plan(draft, command, found)
    else:
        _start(draft, command, found.count)
    return None


def _check(draft: Draft, command: BackfillJob) -> Refusal | None:
    definition = draft.definition
    if definition.when not in ("cron", "interval"):
        return Refusal(
            "wrong_state",
            "job",
            f"expected to backfill job {definition.name}, but it has no recurring schedule: it is {definition.when}",
        )
    if not 0 <= command.from_ms < command.to_ms:
        return invalid("to_ms", f"after from_ms ({command.from_ms})", command.to_ms)
    if command.to_ms > draft.now_ms:
        return invalid("to_ms", f"in the past (it is now {draft.now_ms})", command.to_ms)
    if len(draft.known_job.backfills) >= AT_ONCE_AT_MOST:
        return Refusal(
            "limit",
            "job",
            f"expected to backfill job {definition.name}, but {AT_ONCE_AT_MOST} backfills of it are under way",
        )
    return between("rate_per_minute", command.rate_per_minute, 0, FASTEST_PER_MINUTE)


def _plan(draft: Draft, command: BackfillJob, found: Missed) -> None:
    draft.record(
        BackfillPlanned(
            **draft.stamp(),
            from_ms=command.from_ms,
            to_ms=command.to_ms,
            count=found.count,
            first_due_ms=found.first_ms,
            last_due_ms=found.last_ms,
        )
    )


def _start(draft: Draft, command: BackfillJob, count: int) -> None:
    draft.record(
        BackfillStarted(
            **draft.stamp(),
            backfill_id=command.command_id,
            from_ms=command.from_ms,
            to_ms=command.to_ms,
            count=count,
            rate_per_minute=command.rate_per_minute or max(1, draft.around.backfill_rate_per_minute),
        )
    )
    backfill.go_on(draft)
