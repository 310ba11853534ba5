"""Users and API tokens, for admins."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, StrictBool

from tickwheel.command_api import documents, once
from tickwheel.command_api.access import Action, Role
from tickwheel.command_api.accounts import tokens, users
from tickwheel.command_api.accounts.passwords import SHORTEST
from tickwheel.command_api.bodies import Body
from tickwheel.command_api.instants import Instant
from tickwheel.command_api.once import Once
from tickwheel.command_api.problems import Problem, not_found
from tickwheel.command_api.reads.rows import Row
from tickwheel.command_api.requests import OperateOrder, Operator, PartsOf
from tickwheel.command_api.shapes import accounts as shape
from tickwheel.runtime.postgres.connect import Connection

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


@router.post("/users", **once.documented(model=shape.User, accepted=201))
async def create_user(body: NewUser, request: Request, order: OperateOrder) -> Response:
    """Make a user."""

    def work(connection: Connection) -> Row:
        return users.add(connection, body.name, body.role, body.password, order.identity.name)

    try:
        made = await Once(order, body).in_tables(work)
    except users.NameTakenError as error:
        raise Problem(409, "conflict", str(error), field="name") from error
    return once.answer(request, made, 201)


@router.patch("/users/{name}", **once.documented(404, model=shape.User))
async def change_user(name: UserPath, body: UserChange, request: Request, order: OperateOrder) -> Response:
    """Change a user's role or password, or disable them. Their sessions end."""

    def work(connection: Connection) -> Row:
        changed = users.change(connection, name, body.role, body.password, body.disabled)
        if changed is None:
            raise not_found("user", name)
        return changed

    outcome = await Once(order, body).in_tables(work)
    order.parts.door.forget()
    return once.answer(request, outcome)


@router.get("/tokens", **documents.documented(model=documents.Items[shape.Token]))
def list_tokens(request: Request, parts: PartsOf, operator: Operator) -> Response:
    """List API tokens, without the tokens themselves."""
    return documents.answer(request, {"items": tokens.everything(parts.pool)})


@router.post("/tokens", **once.documented(404, model=shape.FreshToken, accepted=201))
async def create_token(body: NewToken, request: Request, order: OperateOrder) -> Response:
    """Make an API token. It is shown in this answer, and never again: the same Idempotency-Key again makes no second token, and is
    refused (409 `token_shown_before`) with the id of the first in `Location`, to be revoked if its answer was lost."""
    user = body.user or order.identity.name

    def work(connection: Connection) -> Row:
        made = tokens.add(connection, body.name, user, body.scopes, order.identity.name, body.expires_at)
        if made is None:
            raise not_found("user", user)
        return made

    outcome = await Once(order, body, secret="token").in_tables(work)  # noqa: S106 - the name of the field
    if outcome.repeated:
        raise _shown_before(outcome.row["token_id"])
    return once.answer(request, outcome, 201)


@router.delete("/tokens/{token_id}", **once.documented(404, model=shape.RevokedToken))
async def revoke_token(token_id: UUID, request: Request, order: OperateOrder) -> Response:
    """Make a token worthless, at once here and within seconds at other API processes."""

    def work(connection: Connection) -> Row:
        if not tokens.revoke(connection, str(token_id)):
            raise not_found("token", token_id)
        return {"token_id": str(token_id), "revoked": True}

    outcome = await Once(order).in_tables(work)
    order.parts.door.forget()
    return once.answer(request, outcome)


def _shown_before(token_id: str) -> Problem:
    """A secret that can be shown twice would have to be stored."""
    return Problem(
        409,
        "token_shown_before",
        f"expected a new token, but this Idempotency-Key made {token_id} before, and a token is shown once: "
        "if its answer was lost, revoke it and make another under a key of its own",
        headers={"Location": f"/api/v1/tokens/{token_id}"},
    )
