"""Records of older releases are read into today's types."""

import json
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from fastavro import parse_schema, schemaless_writer

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.runtime.codec import Codec, MalformedError
from tickwheel.runtime.codec.schemas import Schemas

FOLDER = Path(__file__).parents[3] / "schemas"
OLD_ID = 7
OLD_CLAIM = {
    "type": "record",
    "name": "AttemptClaim",
    "namespace": "tickwheel.claims",
    "fields": [
        {"name": "job_id", "type": "string"},
        {"name": "execution_id", "type": "string"},
        {"name": "attempt", "type": "int"},
        {"name": "worker_id", "type": "string"},
        {"name": "starts_at_ms", "type": "long"},
        {"name": "host", "type": "string", "default": ""},
    ],
}


@pytest.fixture
def codec(tmp_path: Path) -> Codec:
    """Today's schemas, and an imagined release whose claims still named the host."""
    folder = tmp_path / "schemas"
    shutil.copytree(FOLDER, folder)
    old = {"AttemptClaim": {"id": OLD_ID, "schema": OLD_CLAIM}}
    (folder / "released" / "0.0.1.json").write_text(json.dumps(old))
    return Codec(Schemas(folder))


def old_record(claim: dict[str, object]) -> bytes:
    buffer = BytesIO(b"\x00" + OLD_ID.to_bytes(4, "big"))
    buffer.seek(5)
    schemaless_writer(buffer, parse_schema(OLD_CLAIM), claim)
    return buffer.getvalue()


CLAIM = {"job_id": "j", "execution_id": "e", "attempt": 1, "worker_id": "w", "starts_at_ms": 5, "host": "h"}


def test_a_field_that_has_gone_is_left_out(codec: Codec) -> None:
    expected = AttemptClaim(job_id="j", execution_id="e", attempt=1, worker_id="w", starts_at_ms=5)
    assert codec.decode(old_record(CLAIM), AttemptClaim) == expected


def test_records_are_written_with_today_s_schema_only(codec: Codec) -> None:
    message = codec.decode(old_record(CLAIM))
    assert codec.encode(message)[1:5] == codec.schema_id(AttemptClaim).to_bytes(4, "big")


def test_a_cut_record_of_an_older_release_is_refused_by_type(codec: Codec) -> None:
    with pytest.raises(MalformedError):
        codec.decode(old_record(CLAIM)[:-1])


def test_the_registry_view_serves_older_schemas_too(codec: Codec) -> None:
    assert json.loads(codec.schema_text(OLD_ID)) == OLD_CLAIM
