"""Every setting there is: its variable, its place in the settings object, its unit and its default."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel, Secret
from pydantic.fields import FieldInfo

PREFIX = "TICKWHEEL_"

UNITS = {
    "ms": "milliseconds",
    "s": "seconds",
    "mib": "MiB",
    "milli": "thousandths",
    "connections": "connections",
    "inputs": "inputs",
    "events": "events",
    "days": "days",
    "hours": "hours",
    "rows": "rows",
}


class Setting(NamedTuple):
    name: str
    """The variable, such as TICKWHEEL_SCHEDULER_LEAD_MS."""
    group: str
    field: str
    unit: str
    description: str
    default: str | None
    """As text; None where a value must be given."""
    secret: type[Secret[str]] | None
    """How to mask it, or None where the value may be shown."""


def settings_of(kinds: Iterable[type[BaseModel]]) -> dict[str, Setting]:
    """Every setting of these settings objects by its variable's name, each once, in the order of declaration."""
    return {setting.name: setting for kind in kinds for setting in _walk(kind)}


def _walk(kind: type[BaseModel]) -> Iterator[Setting]:
    for group, declared in kind.model_fields.items():
        group_type = declared.annotation
        if not (isinstance(group_type, type) and issubclass(group_type, BaseModel)):
            raise TypeError(f"{kind.__name__}.{group} must be a group of settings")
        for field, info in group_type.model_fields.items():
            yield _setting(group, field, info)


def _setting(group: str, field: str, info: FieldInfo) -> Setting:
    annotation = info.annotation
    secret = annotation if isinstance(annotation, type) and issubclass(annotation, Secret) else None
    return Setting(
        name=f"{PREFIX}{group}_{field}".upper(),
        group=group,
        field=field,
        unit=UNITS.get(field.rpartition("_")[2], ""),
        description=info.description or "",
        default=None
        if info.is_required()
        else as_text(info.get_default(call_default_factory=True, validated_data={})),
        secret=secret,
    )


def as_text(value: Any) -> str:
    """A value the way it is written in the environment."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ",".join(f"{key}={content}" for key, content in value.items())
    if isinstance(value, (tuple, list)):
        return ",".join(str(item) for item in value)
    return str(value)
