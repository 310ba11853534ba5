"""Schemas evolve without breaking anyone: every released schema and today's read each other, and an id never changes."""

from copy import deepcopy
from io import BytesIO
from itertools import combinations

import msgspec
import pytest
from fastavro import parse_schema, schemaless_reader, schemaless_writer
from tests.contract.messages import samples
from tests.contract.messages.compatibility import SchemaJson, breaks

from tickwheel.protocol.catalogue import MESSAGES
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec.registry import meaning
from tickwheel.runtime.codec.schemas import shipped

SCHEMAS = shipped()

messages = pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)


def versions(kind: type[Message]) -> list[SchemaJson]:
    """Every schema that this message ever had."""
    released = [
        release[kind.__name__].schema for release in SCHEMAS.releases.values() if kind.__name__ in release
    ]
    return [*released, SCHEMAS.current[kind.__name__]]


def test_there_is_a_release_to_be_compatible_with() -> None:
    assert "0.1.0" in SCHEMAS.releases


@messages
def test_all_versions_of_a_message_are_fully_compatible(kind: type[Message]) -> None:
    for old, new in combinations(versions(kind), 2):
        assert breaks(old, new) == []


@messages
def test_an_outside_reader_of_any_version_reads_today_s_record(kind: type[Message]) -> None:
    today = SCHEMAS.current[kind.__name__]
    buffer = BytesIO()
    schemaless_writer(
        buffer, parse_schema(today), msgspec.to_builtins(samples.full(kind), builtin_types=(bytes,))
    )
    for reader in versions(kind):
        buffer.seek(0)
        names = [field["name"] for field in reader["fields"]]
        read = schemaless_reader(buffer, parse_schema(deepcopy(today)), parse_schema(deepcopy(reader)))
        assert isinstance(read, dict)
        assert sorted(read) == sorted(names)


def test_no_released_message_has_gone() -> None:
    gone = {name for release in SCHEMAS.releases.values() for name in release} - set(SCHEMAS.current)
    assert not gone, f"old records of {gone} could not be read any more"


def test_an_id_never_stands_for_another_schema() -> None:
    now = {id_: SCHEMAS.current[name] for name, id_ in SCHEMAS.ids.items()}
    free = max(SCHEMAS.names) + 1
    for version, release in SCHEMAS.releases.items():
        for name, pin in release.items():
            assert meaning(now.get(pin.id, pin.schema)) == meaning(pin.schema), (
                f"release {version} fixed id {pin.id} for {name}, whose schema has changed: "
                f"give it id {free} in schemas/manifest.json (see schemas/README.md)"
            )


def record(*fields: SchemaJson, name: str = "Thing") -> SchemaJson:
    return {"type": "record", "name": name, "namespace": "tickwheel.things", "fields": list(fields)}


A = {"name": "a", "type": "string"}
B = {"name": "b", "type": "int", "default": 0}
INNER = {"name": "inner", "type": record(A, name="Inner")}
ITEMS = {"name": "items", "type": {"type": "array", "items": record(A, name="Inner")}}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (record(A), record(A, B)),
        (record(A, B), record(A)),
        (record(A, B), record(B, A)),
        (record(A), record({**A, "doc": "now with words", "default": "x"})),
        (record({**INNER}), record({**INNER, "type": record(A, B, name="Inner")})),
    ],
    ids=["field with default added", "field with default removed", "order", "default added", "nested"],
)
def test_the_check_allows(old: SchemaJson, new: SchemaJson) -> None:
    assert breaks(old, new) == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (record(B), record(B, A), "Thing.a: added without a default"),
        (record(A, B), record(B), "Thing.a: removed"),
        (record(B), record({**B, "type": "long"}), "Thing.b: changed from int to long"),
        (record(A), record(A, name="Other"), "Thing: renamed to tickwheel.things.Other"),
        (
            record(INNER),
            record({**INNER, "type": record(A, {**A, "name": "c"}, name="Inner")}),
            "Thing.inner.c",
        ),
        (
            record(ITEMS),
            record({**ITEMS, "type": {"type": "array", "items": "string"}}),
            "Thing.items: changed",
        ),
    ],
    ids=["added", "removed", "promoted", "renamed", "nested", "items"],
)
def test_the_check_refuses(old: SchemaJson, new: SchemaJson, why: str) -> None:
    (found,) = breaks(old, new)
    assert found.startswith(why)
