"""The Python client has a method for every request of the API, and knows the shape of every answer."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints

import pytest
from tests.contract.api import typed_answers
from tests.contract.api.documents import DOCUMENTS

from tickwheel.client.call import Call
from tickwheel.client.calls import accounts, executions, fleet, history, jobs

OTHERWISE = {
    ("GET", "/stream"): "Client.stream",
    ("GET", "/jobs/{}/executions"): "list_executions of a job",
    ("GET", "/health/live"): "for the watchers of processes",
    ("GET", "/health/ready"): "for the watchers of processes",
    ("GET", "/metrics"): "for Prometheus",
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return DOCUMENTS["openapi.json"]()


def functions() -> Iterator[Callable[..., Call[Any]]]:
    for module in (accounts, executions, fleet, history, jobs):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield function


def call_of(function: Callable[..., Call[Any]]) -> Call[Any]:
    """With a text or a number for each argument that must be given."""
    wanted = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    named = [p for p in wanted if p.kind is not p.VAR_KEYWORD]
    return function(*(1 if p.annotation is int else "x" for p in named))


def route(call: Call[Any]) -> tuple[str, str]:
    return call.method, re.sub(r"/x(?=/|$)", "/{}", call.path)


def test_every_request_has_a_method(document: dict[str, Any]) -> None:
    asked = {route(call_of(function)) for function in functions()}
    offered = {
        (method.upper(), re.sub(r"{[^}]*}", "{}", path.removeprefix("/api/v1")))
        for path, operations in document["paths"].items()
        for method in operations
        if path.startswith("/api/v1")
    }
    assert asked <= offered
    assert offered - asked == set(OTHERWISE)


def test_every_answer_has_the_shape_that_the_document_tells(document: dict[str, Any]) -> None:
    for function in functions():
        method, path = route(call_of(function))
        (shape,) = get_args(get_type_hints(function)["return"])
        told = {
            typed_answers.type_of(body["content"]["application/json"]["schema"])
            for offered, operations in document["paths"].items()
            if re.sub(r"{[^}]*}", "{}", offered.removeprefix("/api/v1")) == path
            for status, body in operations.get(method.lower(), {"responses": {}})["responses"].items()
            if status.startswith("2")
        }
        name = getattr(shape, "__name__", "")
        words = f"{name}[{', '.join(one.__name__ for one in get_args(shape))}]" if get_args(shape) else name
        assert words in told, function.__name__


def test_the_committed_types_are_those_of_the_document(document: dict[str, Any]) -> None:
    assert typed_answers.FILE.read_text("utf-8") == typed_answers.source(document), (
        "the client's types are out of date: run `python -m tests.contract.api` and look at the difference"
    )
