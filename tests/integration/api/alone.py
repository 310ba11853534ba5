"""The application with a Postgres and without a Kafka: enough to sign in, and quick to start."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, cast

import httpx2
from fastapi import FastAPI

from tickwheel.command_api.accounts import users
from tickwheel.command_api.accounts.oidc import Provider
from tickwheel.command_api.accounts.turnstile import Turnstile
from tickwheel.command_api.app import make_app
from tickwheel.command_api.door import Door
from tickwheel.command_api.parts import Parts
from tickwheel.embedded.stack import prepare
from tickwheel.runtime import postgres
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.runtime.postgres.connect import Pool
from tickwheel.runtime.settings import PostgresGroup
from tickwheel.runtime.settings.groups import ApiGroup
from tickwheel.runtime.settings.values import SecretUrl


class Served(NamedTuple):
    http: httpx2.AsyncClient
    pool: Pool
    app: FastAPI


@asynccontextmanager
async def served(
    database: str, beside: Mapping[str, Any] | None = None, /, **settings: Any
) -> AsyncIterator[Served]:
    """`beside`: parts that this test brings along."""
    group = PostgresGroup(dsn=SecretUrl(database))
    prepare.tables(group)
    api = ApiGroup(secure_cookies=False, **settings)
    pool = postgres.open_pool(group, "test")
    clock = SystemClock()
    known = {
        "settings": api,
        "pool": pool,
        "clock": clock,
        "door": Door(api, pool, clock),
        "turnstile": Turnstile(),
        "oidc": Provider(api),
        "namespace": "default",
        "ids": RandomIds(),
        **(beside or {}),
    }
    missing = dict.fromkeys(set(Parts.__struct_fields__) - set(known))
    app = make_app(Parts(**cast("dict[str, Any]", {**missing, **known})))
    transport = httpx2.ASGITransport(app)
    try:
        async with httpx2.AsyncClient(transport=transport, base_url="http://tickwheel.test") as http:
            yield Served(http, pool, app)
    finally:
        pool.close()


def add_user(pool: Pool, name: str, password: str) -> None:
    with pool.connection() as connection:
        users.add(connection, name, "user", password, "test")
