"""Due times that were missed while nobody decided them: the same rules live, after a restart and after a jump of the clock.

A due time is missed when it is more than PUNCTUAL_MS ago. One pass looks at all that were missed, runs those that
the job's policy wants, newest last, and records the others with their number and the reason. Worked example, an
hourly job with `latest` and a window of 5 min, found at 12:02 after six hours: 07:00 to 11:00 are skipped
(catch_up_latest), 12:00 runs. Found at 12:20, 12:00 is skipped too (catch_up_window).
"""

from tickwheel.protocol.vocabulary import CatchUp, SkipReason
from tickwheel.recurrence import Missed, missed
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.plan import next_due_ms, schedule_of_job
from tickwheel.scheduler.engine.steps import calendars, occurrence
from tickwheel.scheduler.engine.timers import ONE_OFF

PUNCTUAL_MS = 2_000
LOOK_BACK = 100
"""Due times among which those that no calendar excludes are looked for."""

_WHY: dict[SkipReason, str] = {
    "catch_up_skip": "it was missed, and the job skips what it missed",
    "catch_up_latest": "it was missed, and the job runs only the latest of those",
    "catch_up_window": "it was missed longer ago than the job's catch-up window",
    "catch_up_cap": "more were missed than the job catches up on",
    "paused": "the job was paused",
    "deleted": "the job was deleted before it was decided",
    "updated": "the job's schedule was changed before it was decided",
}


def catch_up(draft: Draft) -> None:
    """Decide everything that was missed."""
    job, definition = draft.known_job, draft.definition
    late_ms = draft.now_ms - PUNCTUAL_MS
    if not 0 < job.next_due_ms < late_ms:
        return
    if definition.when in ONE_OFF:
        _one_off(draft)
        return
    oldest_ms = draft.now_ms - definition.catch_up_window_ms
    _decide(draft, late_ms - 1, definition.catch_up, oldest_ms, None)


def after_pause(draft: Draft, policy: CatchUp) -> None:
    """Decide everything that fell into the pause, as the command to resume says."""
    job = draft.known_job
    if 0 < job.next_due_ms <= draft.now_ms:
        _decide(draft, draft.now_ms, policy, 0, "paused")


def leave_out_what_is_due(draft: Draft, why: SkipReason) -> None:
    """Record everything that is due and was not decided: nobody will decide it any more."""
    job = draft.known_job
    if 0 < job.next_due_ms <= draft.now_ms:
        _decide(draft, draft.now_ms, "skip", 0, "paused" if job.paused_at_ms else why)


def _one_off(draft: Draft) -> None:
    """A one-off has no later due time to make up for it: it runs, however late, unless the job skips what it missed."""
    due_ms = draft.known_job.next_due_ms
    if draft.definition.catch_up == "skip":
        occurrence.skip_one(draft, due_ms, "catch_up_skip", _WHY["catch_up_skip"])
    else:
        occurrence.occur(draft, due_ms, "one_off")


def _decide(draft: Draft, until_ms: int, policy: CatchUp, oldest_ms: int, why: SkipReason | None) -> None:
    job, definition = draft.known_job, draft.definition
    cap = {"skip": 0, "latest": 1, "all": definition.catch_up_cap}[policy]
    if definition.max_runs:
        cap = max(0, min(cap, definition.max_runs - job.runs))
    looked_at = max(cap, LOOK_BACK) if cap and draft.around.calendars else cap
    found = missed(schedule_of_job(job), job.next_due_ms - 1, until_ms, looked_at)
    newest = _newest(draft, found.sample, cap)
    wanted = [ms for ms in newest if ms >= oldest_ms]
    if found.count > len(wanted) or found.more:
        too_old = len(wanted) < len(newest)
        _skip_the_rest(draft, found, wanted, why or _code(policy, too_old=too_old), until_ms)
    for scheduled_ms in wanted:
        occurrence.occur(draft, scheduled_ms, "catch_up")


def _newest(draft: Draft, sample: tuple[int, ...], cap: int) -> tuple[int, ...]:
    """From the newest back to where `cap` of them may run: a due time that a calendar excludes must not stand in
    for one that would have run. All excluded: as if there were no calendar, each will say so.
    """
    if cap < len(sample):
        may_run = [at for at, ms in enumerate(sample) if calendars.excluding(draft, ms) is None]
        if may_run:
            return sample[may_run[-cap:][0] :]
    return sample[len(sample) - min(cap, len(sample)) :]


def _code(policy: CatchUp, *, too_old: bool) -> SkipReason:
    if policy == "skip":
        return "catch_up_skip"
    if too_old:
        return "catch_up_window"
    return "catch_up_latest" if policy == "latest" else "catch_up_cap"


def _skip_the_rest(draft: Draft, found: Missed, wanted: list[int], code: SkipReason, until_ms: int) -> None:
    """Record those that do not run: always the oldest, so they are one range before the first that does."""
    if wanted:
        earlier = [ms for ms in found.sample if ms < wanted[0]]
        last_ms, following_ms = (earlier[-1] if earlier else wanted[0] - 1), wanted[0]
    else:
        last_ms = found.last_ms
        following_ms = next_due_ms(draft.known_job, until_ms, draft.known_job.runs)
    count = found.count - len(wanted)
    occurrence.skip_range(
        draft, found.first_ms, last_ms, count, code, _WHY[code], following_ms, more=found.more
    )
