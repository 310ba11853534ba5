"""Users in the API's tables."""

import re

import psycopg

from tickwheel.command_api.access import Role
from tickwheel.command_api.accounts import passwords
from tickwheel.command_api.accounts.oidc import Person
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import Row, all_rows, one_row, row_of
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.postgres.connect import Connection, Pool

_SHOWN = "user_id, name, role, created_at, created_by, disabled_at"
_ADD = f"""
INSERT INTO tickwheel_api.users (name, role, password_hash, created_by) VALUES (%s, %s, %s, %s) RETURNING {_SHOWN}
"""  # noqa: S608 - our own text
_ALL = f"SELECT {_SHOWN} FROM tickwheel_api.users ORDER BY name"  # noqa: S608
_PASSWORD = "SELECT user_id, password_hash FROM tickwheel_api.users WHERE name = %s AND disabled_at IS NULL"  # noqa: S105
_CHANGE = f"""
UPDATE tickwheel_api.users SET
    role = coalesce(%s, role),
    password_hash = coalesce(%s, password_hash),
    disabled_at = CASE WHEN %s::boolean THEN coalesce(disabled_at, now()) WHEN NOT %s::boolean THEN NULL ELSE disabled_at END
WHERE name = %s RETURNING {_SHOWN}
"""  # noqa: S608
_END_SESSIONS = """
DELETE FROM tickwheel_api.sessions WHERE user_id = (SELECT user_id FROM tickwheel_api.users WHERE name = %s)
"""


_BY_SUBJECT = """
INSERT INTO tickwheel_api.users AS u (name, role, password_hash, created_by, subject) VALUES (%s, %s, 'none', 'oidc', %s)
ON CONFLICT (subject) DO UPDATE SET role = %s WHERE u.disabled_at IS NULL
RETURNING user_id
"""

NAME = re.compile(r"[A-Za-z0-9._@-]{1,100}")


class NameTakenError(Fault):
    """A user of this name exists."""


def add(connection: Connection, name: str, role: Role, password: str, by: str) -> Row:
    try:
        row = row_of(connection, _ADD, (name, role, passwords.hashed(password), by))
    except psycopg.errors.UniqueViolation as error:
        raise NameTakenError(
            f"expected to create user {name}, but there is one: choose another name"
        ) from error
    return row or {}


def everyone(pool: Pool) -> list[Row]:
    return all_rows(pool, _ALL)


def with_password(pool: Pool, name: str, password: str) -> str | None:
    """The id of the user, if the password is theirs."""
    row = one_row(pool, _PASSWORD, (name,))
    right = passwords.is_right(row["password_hash"] if row else passwords.nobodys(), password)
    return str(row["user_id"]) if row and right else None


def with_subject(pool: Pool, person: Person) -> str:
    """The id of whom the provider vouches for: made at the first time, with today's role at every time."""
    if not NAME.fullmatch(person.name):
        raise Problem(401, "sign_in_failed", "expected the provider to tell a name that users may have")
    role: Role = "admin" if person.is_admin else "user"
    try:
        row = one_row(pool, _BY_SUBJECT, (person.name, role, person.subject, role))
    except psycopg.errors.UniqueViolation as error:
        detail = f"expected to make user {person.name}, but there is another one: an admin must rename or remove it"
        raise Problem(409, "conflict", detail) from error
    if row is None:
        raise Problem(401, "sign_in_failed", "expected a user who is not disabled")
    return str(row["user_id"])


def change(
    connection: Connection, name: str, role: Role | None, password: str | None, disabled: bool | None
) -> Row | None:
    """A new password, another role or being disabled ends the user's sessions."""
    password_hash = passwords.hashed(password) if password else None
    row = row_of(connection, _CHANGE, (role, password_hash, disabled, disabled, name))
    if row is not None:
        connection.execute(_END_SESSIONS, (name,))
    return row
