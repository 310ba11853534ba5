"""From what a job says to a schedule that can be asked. On the way of every fire, so all that is dear is remembered."""

from functools import lru_cache

from tickwheel.protocol.vocabulary import DstGap, DstRepeat, WhenKind
from tickwheel.recurrence.cron import depends_on_job, parse_cron
from tickwheel.recurrence.cron_pattern import CronPattern
from tickwheel.recurrence.interval import Interval, check_interval
from tickwheel.recurrence.refusal import Refusal
from tickwheel.recurrence.schedule import Bounded, Never, Once, Schedule
from tickwheel.recurrence.wall_clock import WallClock
from tickwheel.recurrence.zone import LAST_INSTANT_MS, load_zone

_NEVER = Never()


def compile_schedule(
    kind: WhenKind,
    *,
    cron: str = "",
    interval_ms: int = 0,
    anchor_ms: int = 0,
    run_at_ms: int = 0,
    timezone: str = "UTC",
    dst_gap: DstGap = "next_valid",
    dst_repeat: DstRepeat = "first",
    job_id: str = "",
    start_at_ms: int = 0,
    end_at_ms: int = 0,
) -> Schedule | Refusal:
    """The schedule of a job, or what is wrong with it. Zero leaves a bound open.

    An interval counts from `anchor_ms`; at, delay and now happen at `run_at_ms`; manual never happens by itself.
    """
    if not 0 <= run_at_ms <= LAST_INSTANT_MS:
        return Refusal("run_at", "expected an instant between the years 1970 and 9989")
    if not 0 <= start_at_ms <= LAST_INSTANT_MS:
        return Refusal("start_at", "expected an instant between the years 1970 and 9989")
    if 0 < end_at_ms <= start_at_ms:
        return Refusal(
            "end_at",
            "expected an end after the start, but the bounds are reversed or leave no time between them",
        )
    if kind == "cron":
        inner: Schedule | Refusal = _cron(
            cron, timezone, dst_gap, dst_repeat, job_id if depends_on_job(cron) else ""
        )
    elif kind == "interval":
        inner = check_interval(interval_ms) or Interval(interval_ms, anchor_ms)
    else:
        inner = _NEVER if kind == "manual" else Once(run_at_ms)
    if isinstance(inner, Refusal) or not (start_at_ms or end_at_ms):
        return inner
    return Bounded(inner, start_at_ms, end_at_ms)


@lru_cache(maxsize=16_384)
def _cron(cron: str, timezone: str, gap: DstGap, repeat: DstRepeat, job_id: str) -> Schedule | Refusal:
    zone = load_zone(timezone)
    if isinstance(zone, Refusal):
        return zone
    if gap not in ("next_valid", "skip", "shift"):
        return Refusal("dst_gap", f"expected next_valid, skip or shift, but got {gap!r}")
    if repeat not in ("first", "second", "both"):
        return Refusal("dst_repeat", f"expected first, second or both, but got {repeat!r}")
    pattern = parse_cron(cron, job_id)
    return pattern if isinstance(pattern, Refusal) else _wall_clock(pattern, timezone, gap, repeat)


@lru_cache(maxsize=16_384)
def _wall_clock(pattern: CronPattern, timezone: str, gap: DstGap, repeat: DstRepeat) -> Schedule | Refusal:
    """One schedule for all jobs whose pattern is the same once every H is a number."""
    zone = load_zone(timezone)
    return zone if isinstance(zone, Refusal) else WallClock(pattern, zone, gap, repeat)
