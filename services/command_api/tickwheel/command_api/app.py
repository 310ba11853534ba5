"""The web application, made of the routes. Knows nothing of how its parts are started."""

from fastapi import FastAPI

from tickwheel.command_api import problems
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.routes import executions, jobs, registry
from tickwheel.runtime.version import version

PREFIX = "/api/v1"


def make_app(parts: Parts) -> FastAPI:
    app = FastAPI(title="Tickwheel", version=version(), description="Say when, once.")
    app.state.parts = parts
    problems.install(app)
    app.include_router(jobs.router, prefix=PREFIX)
    app.include_router(executions.router, prefix=PREFIX)
    app.include_router(registry.router)
    return app
