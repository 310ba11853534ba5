"""The web application, made of the routes. Knows nothing of how its parts are started."""

from fastapi import FastAPI

from tickwheel.command_api import middleware, problems
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.routes import (
    accounts,
    auth,
    backfills,
    batch,
    dead_letters,
    executions,
    fleet,
    health,
    job_reads,
    jobs,
    registry,
)
from tickwheel.runtime.version import version

PREFIX = "/api/v1"


def make_app(parts: Parts) -> FastAPI:
    app = FastAPI(
        title="Tickwheel",
        version=version(),
        description="An event-sourced distributed job scheduler on Kafka: say when, once.",
        openapi_url="/api/openapi.json",
        docs_url="/docs",
        redoc_url=None,
    )
    app.state.parts = parts
    problems.install(app)
    for routes in (batch, jobs, job_reads, executions, dead_letters, backfills, fleet, accounts):
        app.include_router(routes.router, prefix=PREFIX)
    for routes in (auth, registry, health):
        app.include_router(routes.router)
    app.add_middleware(middleware.Edge)
    return app
