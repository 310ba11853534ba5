"""`tickwheel migrate` makes all the tables that any part of Tickwheel has."""

from pathlib import Path

from tickwheel.runtime.postgres.components import COMPONENTS, present_components

SERVICES = Path(__file__).parents[4] / "services"


def test_every_folder_of_migrations_is_a_component() -> None:
    folders = (first.parent for first in SERVICES.rglob("0001_*.sql"))
    packages = {".".join(folder.relative_to(SERVICES).parts[1:]) for folder in folders}
    assert packages == {component.package for component in COMPONENTS}
    assert present_components() == list(COMPONENTS)
