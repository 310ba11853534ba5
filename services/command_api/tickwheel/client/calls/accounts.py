"""People and tokens."""

from typing import Any

from tickwheel.client.answers import FreshToken, Items, RevokedToken, Token, User
from tickwheel.client.call import Call, get, segment, write


def list_users() -> Call[Items[User]]:
    """Users."""
    return get("/users")


def create_user(name: str, role: str, password: str, key: str = "") -> Call[User]:
    """Make a user."""
    return write("POST", "/users", key, {"name": name, "role": role, "password": password})


def change_user(name: str, key: str = "", **changes: Any) -> Call[User]:
    """Change a user's `role` or `password`, or set `disabled`. Their sessions end."""
    return write("PATCH", f"/users/{segment(name)}", key, changes)


def list_tokens() -> Call[Items[Token]]:
    """API tokens, without the tokens themselves."""
    return get("/tokens")


def create_token(name: str, scopes: list[str], user: str = "", key: str = "") -> Call[FreshToken]:
    """Make an API token. It is shown in this answer, and never again: a key that made one is refused (`token_shown_before`)."""
    return write("POST", "/tokens", key, {"name": name, "scopes": scopes, "user": user})


def revoke_token(token_id: str, key: str = "") -> Call[RevokedToken]:
    """Make a token worthless."""
    return write("DELETE", f"/tokens/{segment(token_id)}", key)
