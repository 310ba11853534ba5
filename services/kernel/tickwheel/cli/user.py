"""`tickwheel user ...`: make people and tokens; the first admin straight in the database."""

import os
from typing import Annotated, Any, Literal

import typer

from tickwheel.cli.cluster import settings_here
from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.cli.remote import connect
from tickwheel.cli.words import one_of

app = typer.Typer(help="Make people and tokens.", no_args_is_help=True)

Role = Literal["user", "admin"]
Scope = Literal["view", "run", "manage", "operate"]
COLUMNS = {"name": "NAME", "role": "ROLE", "created_at": "CREATED", "disabled_at": "DISABLED"}
TOKEN_COLUMNS = {
    "token_id": "TOKEN",
    "name": "NAME",
    "user_name": "USER",
    "scopes": "SCOPES",
    "last_used_at": "USED",
    "revoked_at": "REVOKED",
}
DSN = "TICKWHEEL_POSTGRES_DSN"


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What they sign in with.")],
    role: Annotated[str, typer.Option(parser=one_of(Role), metavar="ROLE", help="user or admin.")] = "user",
    ask: Annotated[
        bool, typer.Option("--ask-password", help="Ask for a password; without, one is made and shown once.")
    ] = False,
    output: FormatOption = Format.table,
) -> None:
    """Make a user: through the API, or straight in the database where TICKWHEEL_POSTGRES_DSN is set."""
    given = typer.prompt("Password", hide_input=True, confirmation_prompt=True) if ask else ""
    password = given or _fresh_password()
    make = _in_database if os.environ.get(DSN) else _through_api
    made = make(name, role, password)
    show_one(made | ({} if given else {"password": password}), output)


@app.command("list")
def list_users(output: FormatOption = Format.table) -> None:
    """List users."""
    with connect() as client:
        show_rows(client.list_users()["items"], COLUMNS, output)


@app.command()
def token(
    name: Annotated[str, typer.Argument(help="What the token is for.")],
    scope: Annotated[
        list[str],
        typer.Option(
            parser=one_of(Scope), metavar="SCOPE", help="view, run, manage, operate; may be given again."
        ),
    ],
    user: Annotated[str, typer.Option(help="On whose behalf.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Make an API token. It is shown once."""
    with connect() as client:
        show_one(client.create_token(name, scope, user), output)


@app.command()
def tokens(output: FormatOption = Format.table) -> None:
    """List API tokens: whose they are, what they may do, when they were last used."""
    with connect() as client:
        show_rows(client.list_tokens()["items"], TOKEN_COLUMNS, output)


@app.command()
def revoke(
    token_id: Annotated[str, typer.Argument(help="The token's id, as `user tokens` tells it.")],
    output: FormatOption = Format.table,
) -> None:
    """Make a token worthless."""
    with connect() as client:
        show_one(client.revoke_token(token_id), output)


@app.command()
def disable(
    name: Annotated[str, typer.Argument(help="Who.")],
    undo: Annotated[bool, typer.Option("--undo", help="Let them in again.")] = False,
    output: FormatOption = Format.table,
) -> None:
    """Lock a user out: their sessions and tokens end."""
    with connect() as client:
        show_one(client.change_user(name, disabled=not undo), output)


def _fresh_password() -> str:
    import secrets

    return secrets.token_urlsafe(15)


def _through_api(name: str, role: str, password: str) -> dict[str, Any]:
    with connect() as client:
        return dict(client.create_user(name, role, password))


def _in_database(name: str, role: str, password: str) -> dict[str, Any]:
    from tickwheel.runtime.settings import MigrateSettings

    postgres = import_with_extras("tickwheel.runtime.postgres")
    users = import_with_extras("tickwheel.command_api.accounts.users")
    with postgres.connect(settings_here(MigrateSettings).postgres, "user") as connection:
        made: dict[str, Any] = users.add(connection, name, role, password, "command line")
    return {key: value if value is None else str(value) for key, value in made.items()}
