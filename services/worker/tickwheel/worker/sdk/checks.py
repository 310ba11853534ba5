"""Refuses, where it is written, what a scheduler would refuse later: nobody would be there to hear of it."""

from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.limits import NAME_LENGTH, QUEUE, RANGES, WORDS, is_plain
from tickwheel.runtime.fault import Fault

_WRITTEN: dict[str, str] = {
    "backoff_cap_ms": "retry.cap",
    "backoff_factor": "retry.factor",
    "backoff_initial_ms": "retry.initial",
    "backoff_jitter": "retry.jitter",
    "delay_ms": "delay",
    "interval": "every",
    "max_retries": "retry.times",
    "run_at_ms": "run_at",
    "timeout_ms": "timeout",
    "timezone": "tz",
    "cron": "schedule",
}
"""Field of a definition -> the option as the author wrote it."""


class OptionsError(Fault):
    """Options that contradict each other, or that no scheduler would take."""


def check(definition: JobDefinition) -> JobDefinition:
    """The definition, if every single value of it is allowed."""
    name = definition.name
    if not 1 <= len(name) <= NAME_LENGTH or not is_plain(name):
        raise OptionsError(
            f"{name!r} cannot be the name of a job: 1 to {NAME_LENGTH} printable characters, no spaces around them"
        )
    for field, low, high in RANGES:
        value = getattr(definition, field)
        if not low <= value <= high:
            unit = " ms" if field.endswith("_ms") else ""
            raise OptionsError(
                f"{name}: {_WRITTEN.get(field, field)} is {value}{unit}; it must be from {low} to {high}{unit}"
            )
    for field, words in WORDS.items():
        if getattr(definition, field) not in words:
            raise OptionsError(
                f"{name}: {field} is {getattr(definition, field)!r}; it is one of {', '.join(words)}"
            )
    if not QUEUE.fullmatch(definition.queue):
        raise OptionsError(
            f"{name}: queue is {definition.queue!r}; letters, digits, dots, dashes and underscores are allowed"
        )
    return definition


def check_schedule(definition: JobDefinition) -> JobDefinition:
    """The definition, if its schedule can be read. Only where jobs are declared: it takes a library that others do without."""
    from tickwheel import recurrence

    schedule = recurrence.compile_schedule(
        definition.when,
        cron=definition.cron,
        interval_ms=definition.interval_ms,
        timezone=definition.timezone,
    )
    if isinstance(schedule, recurrence.Refusal):
        raise OptionsError(
            f"{definition.name}: {_WRITTEN.get(schedule.field, schedule.field)}: {schedule.message}"
        )
    return definition
