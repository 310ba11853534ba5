"""Every setting with its value and origin, for people: secrets masked, faults not judged."""

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tickwheel.runtime.settings.catalogue import Setting, settings_of
from tickwheel.runtime.settings.layers import Found, read_layers
from tickwheel.runtime.settings.services import SERVICES, Settings


class Line(NamedTuple):
    name: str
    value: str | None
    """None: not set, and without default."""
    unit: str
    origin: str
    """`default`, `environment`, `file <path>` or `not set`."""
    description: str


def report(kinds: Iterable[type[Settings]], environ: Mapping[str, str] | None = None) -> list[Line]:
    """One line a setting, in the order of declaration."""
    catalogue = settings_of(kinds)
    layers = read_layers(
        catalogue, settings_of(SERVICES.values()), os.environ if environ is None else environ
    )
    return [_line(setting, layers.found.get(setting.name)) for setting in catalogue.values()]


def _line(setting: Setting, found: Found | None) -> Line:
    if found is not None:
        value: str | None = str(setting.secret(found.value)) if setting.secret else found.value
        return Line(setting.name, value, setting.unit, found.origin, setting.description)
    origin = "not set" if setting.default is None else "default"
    return Line(setting.name, setting.default, setting.unit, origin, setting.description)
