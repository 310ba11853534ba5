"""The parts of Tickwheel that keep tables, and bringing all of them up to date."""

from importlib.util import find_spec
from typing import NamedTuple


class Component(NamedTuple):
    """A part with migrations and the schema they build."""

    name: str
    package: str
    schema: str


# The index of the archive and the API's users and sessions are no projection: they stay when the read models are rebuilt and
# swapped.
COMPONENTS = (
    Component("projector", "tickwheel.projector.sql", "tickwheel"),
    Component("archive", "tickwheel.projector.archive.sql", "tickwheel_archive"),
    Component("api", "tickwheel.command_api.sql", "tickwheel_api"),
)


def present_components() -> list[Component]:
    """Those whose migrations are part of this installation."""
    return [component for component in COMPONENTS if find_spec(component.package) is not None]
