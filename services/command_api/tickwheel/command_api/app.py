"""The web application, made of the routes. Knows nothing of how its parts are started."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from tickwheel.command_api import middleware, openapi, problems
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.routes import (
    accounts,
    auth,
    backfills,
    batch,
    bulk,
    contracts,
    dead_letters,
    executions,
    fleet,
    health,
    job_reads,
    jobs,
    registry,
    schedules,
    stream,
    websocket,
)
from tickwheel.runtime.version import version

PREFIX = "/api/v1"


@asynccontextmanager
async def _serving(app: FastAPI) -> AsyncIterator[None]:
    """Streams are delivered on the loop that serves them."""
    parts: Parts = app.state.parts
    parts.hub.serve_on(asyncio.get_running_loop())
    yield


def make_app(parts: Parts) -> FastAPI:
    app = bare_app()
    app.state.parts = parts
    return app


def bare_app() -> FastAPI:
    """All routes and no parts: enough to describe the API."""
    app = FastAPI(
        title="Tickwheel",
        version=version(),
        description="An event-sourced distributed job scheduler on Kafka: say when, once.",
        openapi_url="/api/openapi.json",
        docs_url="/docs",
        redoc_url=None,
        lifespan=_serving,
    )
    problems.install(app)
    for routes in (
        batch,
        jobs,
        job_reads,
        executions,
        dead_letters,
        backfills,
        fleet,
        accounts,
        stream,
        schedules,
        bulk,
    ):
        app.include_router(routes.router, prefix=PREFIX)
    for routes in (auth, registry, health, websocket, contracts):
        app.include_router(routes.router)
    app.add_middleware(middleware.Edge)
    openapi.describe(app)
    return app
