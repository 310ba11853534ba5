"""Users, tokens, sessions and bulk operations as reads show them."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from tickwheel.command_api.access import Action, Kind, Role


class User(BaseModel):
    user_id: UUID
    name: str
    role: Role
    created_at: datetime
    created_by: str
    disabled_at: datetime | None


class Token(BaseModel):
    token_id: UUID
    name: str
    user_name: str
    scopes: list[Action]
    created_at: datetime
    created_by: str
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


class FreshToken(BaseModel):
    token_id: UUID
    name: str
    scopes: list[Action]
    created_at: datetime
    expires_at: datetime | None
    token: str = Field(description="Shown here, and never again.")


class RevokedToken(BaseModel):
    token_id: UUID
    revoked: bool


class Me(BaseModel):
    """Who is asking, and what they may do."""

    name: str
    role: Role
    kind: Kind
    may: list[Action]
    csrf_token: str = Field(description="What writes with the session cookie must send as X-CSRF-Token.")


class WaysIn(BaseModel):
    """How people can sign in here."""

    password: bool
    provider: bool = Field(description="By the identity provider, beginning at /api/auth/oidc/login.")


class SignedOut(BaseModel):
    signed_out: bool


class Operation(BaseModel):
    """A bulk operation and how far it has come."""

    operation_id: UUID
    action: str
    filter: dict[str, Any]
    search: str
    actor: str
    status: Literal["RUNNING", "COMPLETED", "FAILED"]
    done: int = Field(description="Commands that were accepted so far.")
    refused: int
    last_refusal: str | None
    started_at: datetime
    updated_at: datetime
    ended_at: datetime | None


class BegunOperation(BaseModel):
    operation_id: UUID
    status: str


class Count(BaseModel):
    total: int
    total_is_exact: bool
