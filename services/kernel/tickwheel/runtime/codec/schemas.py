"""Finds the Avro schemas and their pinned ids: in the wheel beside the code, or in the checkout. Reads nothing on import."""

import hashlib
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
    """One line of the manifest."""

    id: int
    file: str
    fingerprint: str = ""
    """`fingerprint` of the schema with its nested records inlined; it never changes for an id."""


class Released(msgspec.Struct, frozen=True):
    """A schema that newer ones have replaced. Records written with it are still read."""

    name: str
    id: int
    file: str
    fingerprint: str


class Manifest(msgspec.Struct, frozen=True):
    schemas: dict[str, Entry]
    released: tuple[Released, ...] = ()


class Schemas:
    """All schemas by id, each whole: nested records stand where they are first used."""

    def __init__(self, folder: Traversable) -> None:
        self.manifest = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
        files = {name: _read(folder, entry.file) for name, entry in self.manifest.schemas.items()}
        by_full_name = {full_name(schema): schema for schema in files.values()}
        self.current = {name: inlined(schema, by_full_name) for name, schema in files.items()}
        """Today's schema of each message, by name."""
        self.ids = {name: entry.id for name, entry in self.manifest.schemas.items()}
        self.by_id: dict[int, SchemaJson] = {self.ids[name]: schema for name, schema in self.current.items()}
        self.names = {id_: name for name, id_ in self.ids.items()}
        """The message that each id stands for, released ones included."""
        for old in self.manifest.released:
            self.by_id[old.id] = _read(folder, old.file)
            self.names[old.id] = old.name

    def text(self, id_: int) -> str:
        """The schema as a registry serves it: one JSON text that needs no other."""
        return json.dumps(self.by_id[id_])


@cache
def shipped() -> Schemas:
    """The schemas of this installation. A checkout comes first: an editable install packs a copy that grows old."""
    return Schemas(_CHECKOUT if _CHECKOUT.is_dir() else resources.files("tickwheel") / "schemas")


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


def fingerprint(schema: SchemaJson) -> str:
    """What may not change under one id: everything but the documentation."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: bare(value) for key, value in part.items() if key != "doc"}
        return [bare(item) for item in part] if isinstance(part, list) else part

    text = json.dumps(bare(schema), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _read(folder: Traversable, file: str) -> SchemaJson:
    schema: SchemaJson = msgspec.json.decode((folder / file).read_bytes())
    return schema
