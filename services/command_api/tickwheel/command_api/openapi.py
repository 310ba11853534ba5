"""What the OpenAPI document says besides the routes: how to get in, that refusals are problem documents, an example of
everything, and which answer leads to which request."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI

from tickwheel.command_api.examples import BATCH, Examples
from tickwheel.command_api.problems import MEDIA_TYPE

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token."},
    "session": {"type": "apiKey", "in": "cookie", "name": "tickwheel_session"},
}
OPEN = ("/registry", "/api/v1/health", "/api/auth/login", "/api/auth/oidc", "/api/auth/ways", "/api/asyncapi")
"""Paths that need no credentials begin like this."""

LEADS = {
    ("/api/v1/jobs", "post", "201"): ("job", "job_id"),
    ("/api/v1/jobs/{job}/trigger", "post", "201"): ("execution_id", "execution_id"),
    ("/api/v1/users", "post", "201"): ("name", "name"),
    ("/api/v1/tokens", "post", "201"): ("token_id", "token_id"),
    ("/api/v1/operations", "post", "202"): ("operation_id", "operation_id"),
}
"""An answer -> the path parameter that its field fills, wherever a path has it."""

Document = dict[str, Any]


def describe(app: FastAPI) -> None:
    """Let the application describe itself so."""
    plain = app.openapi

    def described() -> Document:
        if app.openapi_schema is None:
            app.openapi_schema = _finished(plain())
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]  # the way that FastAPI documents


def _finished(document: Document) -> Document:
    document.setdefault("components", {})["securitySchemes"] = SCHEMES
    examples = Examples(document)
    for path, method, operation in _operations(document):
        operation["security"] = [] if path.startswith(OPEN) else [{"token": []}, {"session": []}]
        for status, answer in operation["responses"].items():
            _as_problem(status, answer)
        _exemplify(operation, examples)
        if (path, method) == ("/api/v1/jobs:batch", "post"):
            operation["requestBody"]["content"]["application/json"]["example"] = BATCH
    _link(document)
    return document


def _operations(document: Document) -> Iterator[tuple[str, str, Document]]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield path, method, operation


def _as_problem(status: str, answer: Document) -> None:
    content = answer.get("content", {})
    for media in ("application/json", "text/html"):
        if status.isdigit() and int(status) >= 400 and media in content:
            answer["content"] = {MEDIA_TYPE: content[media]}


def _exemplify(operation: Document, examples: Examples) -> None:
    for parameter in operation.get("parameters", ()):
        made = examples.of(parameter["schema"], parameter["name"])
        if parameter["in"] == "path" or made:
            parameter["example"] = made
    bodies = [operation.get("requestBody", {})]
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    for part in bodies + answers:
        for media in part.get("content", {}).values():
            if media.get("schema"):
                media["example"] = examples.of(media["schema"])


def _link(document: Document) -> None:
    for (path, method, status), (parameter, field) in LEADS.items():
        answer = document["paths"][path][method]["responses"][status]
        answer["links"] = {
            operation["operationId"]: {
                "operationId": operation["operationId"],
                "parameters": {f"path.{parameter}": f"$response.body#/{field}"},
            }
            for there, _, operation in _operations(document)
            if f"{{{parameter}}}" in there
        }
