"""Checks a job's definition field by field. What depends on the rest of the cluster is checked elsewhere."""

from collections.abc import Callable
from operator import attrgetter

from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.limits import NAME_LENGTH, QUEUE, RANGES, WORDS, is_plain
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.validation.values import between, invalid, length, one_of, payload

ENTRIES = 100
"""Tags, labels, dependencies and so on that one job may have."""
_WHEN_FIELDS = {"cron": "cron", "interval": "interval_ms", "at": "run_at_ms", "delay": "delay_ms"}

_RARELY_SET = attrgetter(
    *(
        name
        for name in JobDefinition.__struct_fields__
        if name not in ("name", "handler", "payload", "when", "owner")
    )
)
_UNSET = _RARELY_SET(JobDefinition(name="x", handler="x"))


def check_definition(definition: JobDefinition) -> Refusal | None:
    """The first thing that is wrong with it."""
    if _RARELY_SET(definition) == _UNSET and definition.when in ("now", "manual"):
        # Defaults are right: a plain one-off, of which there are thousands a second, is checked in one comparison.
        return _names(definition) or payload(definition.payload)
    for check in _CHECKS:
        refusal = check(definition)
        if refusal is not None:
            return refusal
    return None


def _texts(d: JobDefinition) -> Refusal | None:
    return (
        _names(d)
        or length("description", d.description, 0, 10_000)
        or length("cron", d.cron, 0, 255)
        or length("timezone", d.timezone, 1, 255)
        or payload(d.payload)
    )


def _names(d: JobDefinition) -> Refusal | None:
    name = d.name
    if not is_plain(name):
        return invalid("name", "printable and without spaces around it", name)
    return (
        length("name", name, 1, NAME_LENGTH)
        or length("handler", d.handler, 1, NAME_LENGTH)
        or length("owner", d.owner, 0, 255)
    )


def _words(d: JobDefinition) -> Refusal | None:
    for field, words in WORDS.items():
        value = getattr(d, field)
        if value not in words:
            return one_of(field, value, words)
    return None


def _ranges(d: JobDefinition) -> Refusal | None:
    for field, low, high in RANGES:
        value = getattr(d, field)
        if not low <= value <= high:
            return between(field, value, low, high)
    return None


def _one_when(d: JobDefinition) -> Refusal | None:
    """Exactly the field that `when` speaks of is set."""
    own = _WHEN_FIELDS.get(d.when)
    for field in _WHEN_FIELDS.values():
        if field != own and getattr(d, field):
            return invalid(field, f"left out when when is {d.when}", getattr(d, field))
    if own is not None and own != "interval_ms" and not getattr(d, own):
        return invalid(own, f"given when when is {d.when}", "left out")
    return None


def _bounds(d: JobDefinition) -> Refusal | None:
    if d.end_at_ms and d.end_at_ms <= d.start_at_ms:
        return invalid("end_at_ms", f"after start_at_ms ({d.start_at_ms})", d.end_at_ms)
    return None


def _collections(d: JobDefinition) -> Refusal | None:
    for field in ("tags", "labels", "extra_resources", "calendars", "non_retryable", "depends_on"):
        if len(getattr(d, field)) > ENTRIES:
            return invalid(field, f"at most {ENTRIES} entries", f"{len(getattr(d, field))} entries")
    for name, amount in d.extra_resources.items():
        if amount < 0:
            return invalid("extra_resources", "no less than 0 each", f"{amount} of {name}")
    return None if QUEUE.fullmatch(d.queue) else _bad_queue(d.queue)


def _bad_queue(queue: str) -> Refusal:
    return invalid("queue", "1 to 100 letters, digits, dots, dashes and underscores", queue)


_CHECKS: tuple[Callable[[JobDefinition], Refusal | None], ...] = (
    _texts,
    _words,
    _ranges,
    _one_when,
    _bounds,
    _collections,
)
