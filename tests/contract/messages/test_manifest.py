"""The manifest names every schema once, and every schema file is in the manifest."""

import json
from pathlib import Path

from tickwheel.runtime.codec.schemas import shipped

FOLDER = Path(__file__).parents[3] / "schemas"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text())["schemas"]


def test_every_schema_file_is_listed_and_named_after_its_message() -> None:
    files = {str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.avsc")}
    assert files == {entry["file"] for entry in MANIFEST.values()}
    for name, entry in MANIFEST.items():
        schema = json.loads((FOLDER / entry["file"]).read_text())
        assert schema["name"] == name == Path(entry["file"]).stem
        assert schema["namespace"] == f"tickwheel.{Path(entry['file']).parent}"


def test_no_id_is_given_twice() -> None:
    ids = [entry["id"] for entry in MANIFEST.values()]
    assert len(ids) == len(set(ids))


def test_an_id_stands_for_one_message_in_all_releases() -> None:
    schemas = shipped()
    for release in schemas.releases.values():
        for name, pin in release.items():
            assert schemas.names[pin.id] == name


def test_the_registry_view_needs_no_other_schema() -> None:
    schemas = shipped()
    seen = json.loads(schemas.text(schemas.ids["CreateJob"]))
    definition = next(field for field in seen["fields"] if field["name"] == "definition")
    assert definition["type"]["name"] == "JobDefinition"
