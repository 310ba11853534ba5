"""The read-only registry: what Confluent clients, kcat and Kafka UIs ask, and the error codes that they know."""

import json
import shutil
from pathlib import Path

import pytest

from tickwheel.runtime.codec.registry import Registry
from tickwheel.runtime.codec.schemas import Schemas, shipped

SCHEMAS = shipped()
REGISTRY = Registry(SCHEMAS)
CLAIM = "tickwheel.claims.AttemptClaim"
ID = SCHEMAS.ids["AttemptClaim"]


def test_answers_a_schema_by_id() -> None:
    answer = REGISTRY.get(f"/schemas/ids/{ID}")
    assert answer.status == 200
    assert json.loads(answer.body["schema"])["name"] == "AttemptClaim"


def test_says_where_an_id_is_used() -> None:
    assert REGISTRY.get(f"/schemas/ids/{ID}/versions").body == [{"subject": CLAIM, "version": 1}]


def test_subjects_are_the_full_names_of_records() -> None:
    assert CLAIM in REGISTRY.get("/subjects").body
    assert REGISTRY.get(f"/subjects/{CLAIM}/versions").body == [1]
    latest = REGISTRY.get(f"/subjects/{CLAIM}/versions/latest").body
    assert (latest["subject"], latest["version"], latest["id"]) == (CLAIM, 1, ID)


def test_finds_the_version_of_a_schema_whatever_its_documentation() -> None:
    schema = json.loads(SCHEMAS.text(ID))
    schema["doc"] = "other words"
    assert REGISTRY.look_up(CLAIM, json.dumps(schema)).body["id"] == ID
    schema["fields"].pop()
    assert REGISTRY.look_up(CLAIM, json.dumps(schema)).body["error_code"] == 40403
    assert REGISTRY.look_up(CLAIM, "{").status == 422


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/schemas/ids/4242", 40403),
        ("/schemas/ids/4242/versions", 40403),
        ("/subjects/nobody/versions", 40401),
        ("/subjects/nobody/versions/1", 40401),
        (f"/subjects/{CLAIM}/versions/2", 40402),
        (f"/subjects/{CLAIM}/versions/0", 40402),
        ("/elsewhere", 404),
    ],
)
def test_says_what_is_not_there_with_the_code_that_clients_know(path: str, code: int) -> None:
    answer = REGISTRY.get(path)
    assert answer.status == 404
    assert answer.body["error_code"] == code


def test_says_that_it_is_read_only_and_fully_compatible() -> None:
    assert REGISTRY.get("/mode").body == {"mode": "READONLY"}
    assert REGISTRY.get("/config").body == {"compatibilityLevel": "FULL_TRANSITIVE"}
    assert REGISTRY.get("/schemas/types").body == ["AVRO"]


def test_older_schemas_are_earlier_versions(tmp_path: Path) -> None:
    folder = tmp_path / "schemas"
    shutil.copytree(Path(__file__).parents[4] / "schemas", folder)
    old = {"AttemptClaim": {"id": 9000, "schema": SCHEMAS.by_id[ID]}}
    (folder / "released" / "0.0.1.json").write_text(json.dumps(old))
    registry = Registry(Schemas(folder))
    assert registry.get(f"/subjects/{CLAIM}/versions/1").body["id"] == 9000
    assert registry.get(f"/subjects/{CLAIM}/versions/latest").body["id"] == ID
