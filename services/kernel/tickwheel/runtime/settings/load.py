"""Builds a service's settings from the environment, or says everything that is wrong with it at once."""

import os
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from tickwheel.runtime.settings.catalogue import PREFIX, Setting, settings_of
from tickwheel.runtime.settings.errors import SettingsError
from tickwheel.runtime.settings.layers import Found, read_layers
from tickwheel.runtime.settings.services import SERVICES, Settings

S = TypeVar("S", bound=Settings)


class FoundValues(PydanticBaseSettingsSource):
    """Hands what the layers found to pydantic-settings, whose own sources do not tell where a value came from."""

    def __init__(
        self, kind: type[BaseSettings], catalogue: Mapping[str, Setting], found: Mapping[str, Found]
    ) -> None:
        super().__init__(kind)
        self._catalogue = catalogue
        self._found = found

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return self()[field_name], field_name, True

    def __call__(self) -> dict[str, Any]:
        groups: dict[str, Any] = {name: {} for name in self.settings_cls.model_fields}
        for name, found in self._found.items():
            setting = self._catalogue[name]
            groups[setting.group][setting.field] = found.value
        return groups


def load(kind: type[S], environ: Mapping[str, str] | None = None) -> S:
    """Read the settings of one service. Raises SettingsError with every fault there is."""
    catalogue = settings_of([kind])
    layers = read_layers(
        catalogue, settings_of(SERVICES.values()), os.environ if environ is None else environ
    )
    faults = list(layers.faults)
    try:
        settings = kind(_build_sources=((FoundValues(kind, catalogue, layers.found),), {}))
    except ValidationError as error:
        faults += [_sentence(fault, catalogue, layers.found) for fault in error.errors(include_url=False)]
    if faults:
        raise SettingsError(faults)
    return settings


def _sentence(fault: Any, catalogue: Mapping[str, Setting], found: Mapping[str, Found]) -> str:
    """`TICKWHEEL_SCHEDULER_LEAD_MS=x (environment) is wrong: input should be ...`, never with a secret's value."""
    name = PREFIX + "_".join(str(part) for part in fault["loc"][:2]).upper()
    message = str(fault["msg"]).removeprefix("Value error, ")
    if fault["type"] == "missing":
        return f"{name} is not set: set it in the environment, or {name}_FILE to a file that holds it"
    if name not in found:
        return f"{name}_*: {message}"
    shown = name if catalogue[name].secret else f"{name}={found[name].value}"
    return f"{shown} ({found[name].origin}) is wrong: {message[:1].lower()}{message[1:]}"
