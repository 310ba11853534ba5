"""What the cluster promises to those who come through Kafka: the AsyncAPI document of its topics."""

from typing import Any

from fastapi import APIRouter

from tickwheel.command_api import asyncapi
from tickwheel.command_api.requests import PartsOf

router = APIRouter(prefix="/api", tags=["contracts"])


@router.get("/asyncapi.json")
async def topics(parts: PartsOf) -> dict[str, Any]:
    """All topics and their records, as AsyncAPI 3."""
    return asyncapi.document(parts.topics, parts.schemas)
