"""Executions: look at."""

from typing import Any
from uuid import UUID

from fastapi import APIRouter

from tickwheel.command_api import reads
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.requests import Actor, PartsOf

router = APIRouter(prefix="/executions", tags=["executions"])


@router.get("")
def list_executions(parts: PartsOf, actor: Actor, limit: int = 50) -> dict[str, Any]:
    return {"items": reads.executions(parts.pool, limit)}


@router.get("/{execution_id}")
def show(execution_id: UUID, parts: PartsOf, actor: Actor) -> dict[str, Any]:
    found = reads.execution(parts.pool, str(execution_id))
    if found is None:
        raise Problem(404, "not_found", f"expected to find execution {execution_id}, but there is none")
    return found
