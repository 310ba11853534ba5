"""Finds the Avro schemas and their pinned ids: in the checkout, or in the wheel beside the code. Reads nothing on import."""

import json
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

SchemaJson = dict[str, Any]

_CHECKOUT = Path(__file__).parents[5] / "schemas"


class Entry(msgspec.Struct, frozen=True):
    """A message of the manifest: its pinned id and where its schema stands."""

    id: int
    file: str


class Manifest(msgspec.Struct, frozen=True):
    schemas: dict[str, Entry]


class Pinned(msgspec.Struct, frozen=True):
    """A schema as a release shipped it. Records written with it are read for ever."""

    id: int
    schema: SchemaJson


Release = dict[str, Pinned]
"""Every message of one release, by name."""


class Schemas:
    """All schemas by id, each whole: nested records stand where they are first used."""

    def __init__(self, folder: Traversable) -> None:
        manifest = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
        files = {name: _read(folder / entry.file) for name, entry in manifest.schemas.items()}
        by_full_name = {full_name(schema): schema for schema in files.values()}
        self.current = {name: inlined(schema, by_full_name) for name, schema in files.items()}
        """Today's schema of each message, by name."""
        self.ids = {name: entry.id for name, entry in manifest.schemas.items()}
        """Today's id of each message, by name."""
        self.releases = _releases(folder / "released")
        """What each released version shipped, by version."""
        self.names = {pin.id: name for release in self.releases.values() for name, pin in release.items()}
        """The message that each id stands for, older ids included."""
        self.names |= {id_: name for name, id_ in self.ids.items()}
        self.by_id = {pin.id: pin.schema for release in self.releases.values() for pin in release.values()}
        self.by_id |= {id_: self.current[name] for name, id_ in self.ids.items()}

    def text(self, id_: int) -> str:
        """The schema as a registry serves it: one JSON text that needs no other."""
        return json.dumps(self.by_id[id_])

    def release_text(self) -> str:
        """Today's schemas as a file of `released/`, one message a line."""
        lines = [
            f"{json.dumps(name)}: {json.dumps({'id': id_, 'schema': self.current[name]})}"
            for name, id_ in sorted(self.ids.items(), key=lambda item: item[1])
        ]
        return "{\n" + ",\n".join(lines) + "\n}"


@cache
def shipped() -> Schemas:
    """The schemas of this installation."""
    # The checkout first: an editable install holds a copy, too, as old as the installation.
    in_checkout = (_CHECKOUT / "manifest.json").is_file()
    return Schemas(_CHECKOUT if in_checkout else resources.files("tickwheel") / "schemas")


def full_name(schema: SchemaJson) -> str:
    return f"{schema['namespace']}.{schema['name']}"


def inlined(schema: SchemaJson, by_full_name: dict[str, SchemaJson]) -> SchemaJson:
    """The schema with every record it refers to spelled out at the first use, and named afterwards."""
    seen: set[str] = set()

    def expand(type_: Any) -> Any:
        if isinstance(type_, str) and type_ in by_full_name and type_ not in seen:
            return record(by_full_name[type_])
        if isinstance(type_, dict):
            return {
                key: expand(value) if key in ("items", "values") else value for key, value in type_.items()
            }
        return type_

    def record(of: SchemaJson) -> SchemaJson:
        seen.add(full_name(of))
        return {**of, "fields": [{**field, "type": expand(field["type"])} for field in of["fields"]]}

    return record(schema)


def _releases(folder: Traversable) -> dict[str, Release]:
    if not folder.is_dir():
        return {}
    files = [file for file in folder.iterdir() if file.name.endswith(".json")]
    return {
        file.name.removesuffix(".json"): msgspec.json.decode(file.read_bytes(), type=Release)
        for file in sorted(files, key=lambda file: file.name)
    }


def _read(file: Traversable) -> SchemaJson:
    schema: SchemaJson = msgspec.json.decode(file.read_bytes())
    return schema
