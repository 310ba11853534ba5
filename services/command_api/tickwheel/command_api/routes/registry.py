"""A read-only schema registry, as Confluent clients, kcat and Kafka UIs ask one. The schemas are those of the manifest."""

from typing import Any

from fastapi import APIRouter

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.requests import PartsOf

router = APIRouter(prefix="/registry", tags=["schema registry"])


@router.get("/schemas/ids/{schema_id}")
def schema(schema_id: int, parts: PartsOf) -> dict[str, Any]:
    try:
        return {"schema": parts.codec.schema_text(schema_id)}
    except KeyError:
        raise Problem(404, "not_found", f"expected to find schema {schema_id}, but there is none") from None
