"""The web application, made of the routes. Knows nothing of how its parts are started."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI

from tickwheel.command_api import express, middleware, openapi, problems
from tickwheel.command_api.bulk import resumption
from tickwheel.command_api.parts import THREADS, Parts
from tickwheel.command_api.queries import PREFIX
from tickwheel.command_api.routes import (
    accounts,
    audit,
    auth,
    backfills,
    batch,
    bulk,
    calendar,
    calendars,
    contracts,
    dead_letters,
    executions,
    fleet,
    graph,
    health,
    job_reads,
    jobs,
    oidc,
    pages,
    registry,
    schedules,
    stream,
    time_machine,
    timeline,
    validation,
    values,
    websocket,
)
from tickwheel.runtime.version import version


@asynccontextmanager
async def _serving(app: FastAPI) -> AsyncIterator[None]:
    """Streams are delivered on the loop that serves them."""
    parts: Parts = app.state.parts
    parts.hub.serve_on(asyncio.get_running_loop())
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    describing = asyncio.create_task(asyncio.to_thread(app.openapi))  # takes a second: not when somebody asks
    always = [
        asyncio.create_task(work)
        for work in (parts.fingerprints.keep_saving(), resumption.keep_looking(parts))
    ]
    yield
    for task in (describing, *always):
        task.cancel()
    await asyncio.gather(describing, *always, return_exceptions=True)


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
        docs_url=None,
        redoc_url=None,
        lifespan=_serving,
        # Asked anew for every request whether it is wanted. Prometheus has the figures, the journal the story.
        telemetry={"tracing": False, "metrics": False, "logs": False},
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
        calendars,
        calendar,
        timeline,
        graph,
        audit,
        time_machine,
        values,
        validation,
    ):
        app.include_router(routes.router, prefix=PREFIX)
    for routes in (auth, oidc, registry, health, websocket, contracts):
        app.include_router(routes.router)
    app.add_middleware(
        express.Express, posts=express.posts(PREFIX, {"/jobs": jobs.router, "/jobs:batch": batch.router})
    )
    app.router.routes.append(pages.route())
    app.add_middleware(middleware.Edge)
    openapi.describe(app)
    return app
