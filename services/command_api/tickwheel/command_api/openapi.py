"""What the OpenAPI document says besides the routes: how to get in, and that refusals are problem documents."""

from typing import Any

from fastapi import FastAPI

from tickwheel.command_api.problems import MEDIA_TYPE

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token."},
    "session": {"type": "apiKey", "in": "cookie", "name": "tickwheel_session"},
}
OPEN = ("/registry", "/api/v1/health", "/api/auth/login", "/api/asyncapi")
"""Paths that need no credentials begin like this."""


def describe(app: FastAPI) -> None:
    """Let the application describe itself so."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _finished(plain())
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]  # the way that FastAPI documents


def _finished(document: dict[str, Any]) -> dict[str, Any]:
    document.setdefault("components", {})["securitySchemes"] = SCHEMES
    for path, operations in document["paths"].items():
        for operation in operations.values():
            operation["security"] = [] if path.startswith(OPEN) else [{"token": []}, {"session": []}]
            for status, answer in operation["responses"].items():
                _as_problem(status, answer)
    return document


def _as_problem(status: str, answer: dict[str, Any]) -> None:
    content = answer.get("content", {})
    if status.isdigit() and int(status) >= 400 and "application/json" in content:
        answer["content"] = {MEDIA_TYPE: content["application/json"]}
