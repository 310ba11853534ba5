"""From a job's definition to its due times. The only place where the engine asks recurrence."""

from tickwheel import recurrence
from tickwheel.protocol.definition import JobDefinition
from tickwheel.recurrence import Preview, Schedule
from tickwheel.recurrence.schedule import Never
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import JobState
from tickwheel.scheduler.engine.timers import ONE_OFF

_NEVER = Never()
_FIELDS = {"interval": "interval_ms", "end_at": "end_at_ms", "start_at": "start_at_ms", "run_at": "run_at_ms"}


def schedule_of(definition: JobDefinition, job_id: str, based_at_ms: int) -> Schedule | Refusal:
    """The schedule of a definition that was set at an instant, or what is wrong with it."""
    schedule = recurrence.compile_schedule(
        definition.when,
        cron=definition.cron,
        interval_ms=definition.interval_ms,
        anchor_ms=definition.start_at_ms or based_at_ms,
        run_at_ms=definition.run_at_ms if definition.when == "at" else based_at_ms + definition.delay_ms,
        timezone=definition.timezone,
        dst_gap=definition.dst_gap,
        dst_repeat=definition.dst_repeat,
        job_id=job_id,
        start_at_ms=definition.start_at_ms,
        end_at_ms=definition.end_at_ms,
    )
    if isinstance(schedule, recurrence.Refusal):
        return Refusal("invalid", _FIELDS.get(schedule.field, schedule.field), schedule.message)
    return schedule


def schedule_of_job(job: JobState) -> Schedule:
    """Of a job whose definition was accepted. If newer zone data no longer know its zone, it has no further due time."""
    schedule = None if job.definition is None else schedule_of(job.definition, job.job_id, job.based_at_ms)
    return _NEVER if schedule is None or isinstance(schedule, Refusal) else schedule


def first_due_ms(definition: JobDefinition, schedule: Schedule, after_ms: int) -> int:
    """The first due time of a schedule that was just set; 0 for none. A one-off for the past is due at once."""
    return schedule.next_after(-1 if definition.when in ONE_OFF else after_ms) or 0


def next_due_ms(job: JobState, after_ms: int, runs: int) -> int:
    """The due time after an instant, if the job may run again after so many runs; 0 for none."""
    definition = job.definition
    if definition is None or definition.when in ONE_OFF or definition.when == "manual":
        return 0
    if 0 < definition.max_runs <= runs:
        return 0
    return schedule_of_job(job).next_after(after_ms) or 0


def next_runs(
    definition: JobDefinition, job_id: str, based_at_ms: int, after_ms: int, n: int
) -> list[Preview] | Refusal:
    """The next fire times of a definition, for people, or what is wrong with it. Jitter and calendars are not in it."""
    schedule = schedule_of(definition, job_id, based_at_ms)
    return schedule if isinstance(schedule, Refusal) else recurrence.preview(schedule, after_ms, n)
