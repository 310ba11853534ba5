"""The claim of a key: one request has it, a dead one loses it, and a frozen one cannot write after that."""

from collections.abc import Iterator

import pytest

from tickwheel.command_api import keyed_writes
from tickwheel.command_api.accounts import users
from tickwheel.command_api.keyed_writes import Claim
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import Row
from tickwheel.embedded.stack import prepare
from tickwheel.runtime import postgres
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.runtime.postgres.connect import Pool
from tickwheel.runtime.settings import PostgresGroup
from tickwheel.runtime.settings.values import SecretUrl

WRITE = RandomIds().uuid()


@pytest.fixture
def pool(database: str) -> Iterator[Pool]:
    group = PostgresGroup(dsn=SecretUrl(database))
    prepare.tables(group)
    with postgres.open_pool(group, "test") as pool:
        yield pool


def claim() -> Claim:
    return Claim(WRITE, RandomIds().uuid())


def write(pool: Pool, held: Claim, name: str) -> Row:
    with pool.connection() as connection, connection.transaction():
        row = users.add(connection, name, "user", "correct horse battery", "test")
        keyed_writes.note(connection, held, {"name": name})
    return row


def end_the_lease(pool: Pool) -> None:
    with pool.connection() as connection:
        connection.execute("UPDATE tickwheel_api.keyed_writes SET leased_until = now() - interval '1 second'")


def test_while_the_first_is_under_way_nobody_else_begins(pool: Pool) -> None:
    assert keyed_writes.begin(pool, claim(), "asked") is None
    for asked in ("asked", "something else"):
        with pytest.raises(Problem, match="under way") as refused:
            keyed_writes.begin(pool, claim(), asked)
        assert (refused.value.status, refused.value.code) == (409, "idempotency_key_in_use")


def test_what_was_noted_is_answered_for_the_rest_of_the_hour(pool: Pool) -> None:
    held = claim()
    keyed_writes.begin(pool, held, "asked")
    write(pool, held, "ada")
    end_the_lease(pool)
    assert keyed_writes.begin(pool, claim(), "asked") == {"name": "ada"}


def test_a_write_whose_process_died_is_begun_again_after_its_lease(pool: Pool) -> None:
    keyed_writes.begin(pool, claim(), "asked")
    end_the_lease(pool)
    assert keyed_writes.begin(pool, claim(), "asked") is None


def test_a_process_that_froze_cannot_write_what_another_has_done(pool: Pool) -> None:
    frozen, quick = claim(), claim()
    keyed_writes.begin(pool, frozen, "asked")
    end_the_lease(pool)
    keyed_writes.begin(pool, quick, "asked")
    write(pool, quick, "ada")
    with pytest.raises(Problem, match="under way"):
        write(pool, frozen, "ada-again")
    assert [one["name"] for one in users.everyone(pool)] == ["ada"]


def test_only_who_holds_a_claim_can_release_it(pool: Pool) -> None:
    held = claim()
    keyed_writes.begin(pool, held, "asked")
    keyed_writes.release(pool, claim())
    with pytest.raises(Problem, match="under way"):
        keyed_writes.begin(pool, claim(), "asked")
    keyed_writes.release(pool, held)
    assert keyed_writes.begin(pool, claim(), "asked") is None
