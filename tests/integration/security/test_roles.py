"""The services on a Postgres where each has the login of infra/postgres/roles.sql, and can do no more than its work."""

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from tests.e2e.dev import eventually

from tickwheel.client import Address, Client
from tickwheel.embedded.postgres import EmbeddedPostgres
from tickwheel.embedded.stack import Stack, StackPlan, prepare
from tickwheel.runtime.settings import PostgresGroup

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

ROLES = Path(__file__).parents[3] / "infra/postgres/roles.sql"
LOGINS = {"projector-1": "owner", "housekeeping-1": "owner", "api-1": "api", "watch-1": "watch"}

DsnOf = Callable[[str], str]


@pytest.fixture(scope="module")
def dsn_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DsnOf]:
    server = EmbeddedPostgres(tmp_path_factory.mktemp("roles") / "postgres")
    server.start()
    try:
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            connection.execute(ROLES.read_bytes())
            for role in ("owner", "api", "watch"):
                connection.execute(f"ALTER ROLE tickwheel_{role} PASSWORD 'its-own'".encode())
        place = server.dsn.rpartition("@")[2]

        def dsn_of(role: str) -> str:
            return f"postgresql://tickwheel_{role}:its-own@{place}"

        prepare.tables(PostgresGroup.model_validate({"dsn": dsn_of("owner")}))
        yield dsn_of
    finally:
        server.stop()


def test_the_stack_works_with_each_login_held_to_its_own_rights(dsn_of: DsnOf) -> None:
    own = {member: {"TICKWHEEL_POSTGRES_DSN": dsn_of(role)} for member, role in LOGINS.items()}
    plan = StackPlan(postgres=dsn_of("owner"), watches=1, housekeepers=1, health_streams=0, own_settings=own)
    with Stack(plan) as stack, Client(Address(stack.endpoints.api, stack.endpoints.admin_token)) as client:
        client.create_job({"name": "held", "handler": "noop", "now": True})
        client.create_user("eva", role="user", password="a-long-enough-password")
        eventually(lambda: _status(dsn_of("watch"), "held") == "COMPLETED", 60)


@pytest.mark.parametrize(
    ("role", "forbidden"),
    [
        ("api", "DELETE FROM tickwheel.jobs"),
        ("api", "CREATE TABLE tickwheel_api.mine (n int)"),
        ("watch", "UPDATE tickwheel.jobs SET paused_at = now()"),
        ("watch", "SELECT * FROM tickwheel_api.users"),
        ("owner", "CREATE ROLE another"),
    ],
)
def test_a_login_may_do_no_more(dsn_of: DsnOf, role: str, forbidden: str) -> None:
    with psycopg.connect(dsn_of(role)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(forbidden.encode())


def _status(dsn: str, name: str) -> str:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            "SELECT status FROM tickwheel.executions WHERE job_name = %s", [name]
        ).fetchone()
        return "" if row is None else str(row[0])
