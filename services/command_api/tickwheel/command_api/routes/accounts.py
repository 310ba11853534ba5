"""Users and API tokens, for admins."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, StrictBool
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents
from tickwheel.command_api.access import Action, Role
from tickwheel.command_api.accounts import tokens, users
from tickwheel.command_api.accounts.passwords import SHORTEST
from tickwheel.command_api.bodies import Body
from tickwheel.command_api.instants import Instant
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem, not_found
from tickwheel.command_api.reads.rows import Row
from tickwheel.command_api.requests import Operator, PartsOf
from tickwheel.command_api.shapes import accounts as shape

router = APIRouter(tags=["accounts"])

NAME = r"^[A-Za-z0-9._@-]{1,100}$"
UserPath = Annotated[str, Path(pattern=NAME)]


class NewUser(Body):
    name: str = Field(pattern=NAME)
    role: Role = "user"
    password: str = Field(min_length=SHORTEST, max_length=1_000)


class UserChange(Body):
    role: Role | None = None
    password: str | None = Field(None, min_length=SHORTEST, max_length=1_000)
    disabled: StrictBool | None = None


class NewToken(Body):
    name: str = Field(min_length=1, max_length=100, description="What it is for.")
    user: str = Field("", max_length=100, description="On whose behalf; yourself if left out.")
    scopes: list[Action] = Field(min_length=1, max_length=4)
    expires_at: Instant | None = None


@router.get("/users", **documents.documented(model=documents.Items[shape.User]))
def list_users(request: Request, parts: PartsOf, operator: Operator) -> Response:
    """List users."""
    return documents.answer(request, {"items": users.everyone(parts.pool)})


@router.post("/users", **documents.documented(409, model=shape.User) | {"status_code": 201})
async def create_user(body: NewUser, request: Request, parts: PartsOf, operator: Operator) -> Response:
    """Make a user."""
    try:
        made = await run_in_threadpool(_add_user, parts, body, operator.name)
    except users.NameTakenError as error:
        raise Problem(409, "conflict", str(error), field="name") from error
    return _created(request, made)


@router.patch("/users/{name}", **documents.documented(404, model=shape.User))
async def change_user(
    name: UserPath, body: UserChange, request: Request, parts: PartsOf, operator: Operator
) -> Response:
    """Change a user's role or password, or disable them. Their sessions end."""
    changed = await run_in_threadpool(users.change, parts.pool, name, body.role, body.password, body.disabled)
    if changed is None:
        raise not_found("user", name)
    parts.door.forget()
    return documents.answer(request, changed)


@router.get("/tokens", **documents.documented(model=documents.Items[shape.Token]))
def list_tokens(request: Request, parts: PartsOf, operator: Operator) -> Response:
    """List API tokens, without the tokens themselves."""
    return documents.answer(request, {"items": tokens.everything(parts.pool)})


@router.post("/tokens", **documents.documented(404, model=shape.FreshToken) | {"status_code": 201})
async def create_token(body: NewToken, request: Request, parts: PartsOf, operator: Operator) -> Response:
    """Make an API token. It is shown in this answer, and never again."""
    made = await run_in_threadpool(
        tokens.add,
        parts.pool,
        body.name,
        body.user or operator.name,
        body.scopes,
        operator.name,
        body.expires_at,
    )
    if made is None:
        raise not_found("user", body.user or operator.name)
    return _created(request, made)


@router.delete("/tokens/{token_id}", **documents.documented(404, model=shape.RevokedToken))
async def revoke_token(token_id: UUID, request: Request, parts: PartsOf, operator: Operator) -> Response:
    """Make a token worthless, at once here and within seconds at other API processes."""
    if not await run_in_threadpool(tokens.revoke, parts.pool, str(token_id)):
        raise not_found("token", token_id)
    parts.door.forget()
    return documents.answer(request, {"token_id": str(token_id), "revoked": True})


def _add_user(parts: Parts, body: NewUser, by: str) -> Row:
    with parts.pool.connection() as connection:
        return users.add(connection, body.name, body.role, body.password, by)


def _created(request: Request, made: Row) -> Response:
    answer = documents.answer(request, made)
    answer.status_code = 201
    answer.headers["Cache-Control"] = "no-store"
    return answer
