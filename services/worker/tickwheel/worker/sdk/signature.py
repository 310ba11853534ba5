"""Reads a handler's signature: which parameter takes the payload, how it is read, and which takes the context."""

import functools
import inspect
import typing
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pydantic

from tickwheel.runtime.fault import Fault
from tickwheel.worker.sdk import importable
from tickwheel.worker.sdk.checks import OptionsError
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.handler import Handler, Kind, ReadPayload
from tickwheel.worker.sdk.middleware import Middleware

_NO_OBJECTS = frozenset(("array", "boolean", "integer", "null", "number", "string"))


class HandlerSignatureError(Fault):
    """A function cannot be a handler as it is written."""


def handler_of(
    name: str,
    function: Callable[..., Any],
    kind: Kind | None = None,
    middleware: tuple[Middleware, ...] = (),
    memory_limit_mib: int = 0,
) -> Handler:
    """`kind=None`: async for a coroutine function, thread for any other."""
    if not callable(function) or inspect.isclass(function):
        raise HandlerSignatureError(f"{name} is {function!r}: a handler is a function or a method")
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise HandlerSignatureError(
            f"{name} yields: a handler returns; tell what happens meanwhile by context.log and context.progress"
        )
    if kind not in (None, *get_args(Kind)):
        raise HandlerSignatureError(f"{name} has the kind {kind!r}: it is async, thread or process")
    is_async = inspect.iscoroutinefunction(function)
    if is_async and kind in ("thread", "process"):
        raise HandlerSignatureError(
            f"{name} is async and cannot run as {kind}: leave kind out, or write a plain def"
        )
    if not is_async and kind == "async":
        raise HandlerSignatureError(
            f"{name} is a plain function: write async def, or run it as thread or process"
        )
    if memory_limit_mib and kind != "process":
        raise HandlerSignatureError(
            f'{name} has a memory limit, and only a process can be held to one: add kind="process"'
        )
    if kind == "process":
        importable.reference(function)
    hints = _hints(name, function)
    parameters = _parameters(name, function, hints)
    contexts = [p.name for p in parameters if hints.get(p.name) is JobContext]
    payloads = [p.name for p in parameters if hints.get(p.name) is not JobContext]
    if len(payloads) > 1 or len(contexts) > 1:
        raise HandlerSignatureError(
            f"{name} takes ({', '.join(p.name for p in parameters)}): a handler takes at most one payload and one "
            "parameter annotated JobContext; put the fields of the payload into one pydantic model"
        )
    read, schema = _payload(name, hints.get(payloads[0], Any)) if payloads else (None, "")
    return Handler(
        name=name,
        kind=kind or ("async" if is_async else "thread"),
        call=function,
        read_payload=read,
        payload_name=payloads[0] if payloads else "",
        takes_context=bool(contexts),
        context_name=contexts[0] if contexts else "",
        payload_schema=schema,
        middleware=middleware,
        memory_limit_mib=memory_limit_mib,
        description=(inspect.getdoc(function) or "").partition("\n")[0],
    )


def check_payload(handler: Handler, payload: str) -> None:
    """Refuse a payload that this handler would refuse at each run. What has a secret in it is not known yet."""
    if handler.read_payload is None or "secret://" in payload:
        return
    try:
        handler.read_payload(payload)
    except (ValueError, TypeError, msgspec.MsgspecError) as refusal:
        raise OptionsError(
            f'{handler.name} has a schedule, and its payload {payload} does not fit: {refusal}; add payload={{"...": ...}} '
            "to @app.job, or defaults to the model"
        ) from refusal


def _parameters(name: str, function: Callable[..., Any], hints: dict[str, Any]) -> list[inspect.Parameter]:
    """Those that a worker fills. Others with a default are the function's own."""
    needed = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is not parameter.empty:
            if parameter.name in hints and _is_object(hints[parameter.name]):
                raise HandlerSignatureError(
                    f"{parameter.name} of {name} has a default, so it would never get the payload of a job: "
                    "leave the default out, and give defaults to the fields of a model"
                )
            continue
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise HandlerSignatureError(
                f"{name} takes {parameter}: a handler is called by the names of its parameters; write one for the "
                "payload and one annotated JobContext"
            )
        needed.append(parameter)
    return needed


def _is_object(annotation: Any) -> bool:
    """Whether this is plainly meant for a payload."""
    kind = typing.get_origin(annotation) or annotation
    return inspect.isclass(kind) and issubclass(kind, dict | pydantic.BaseModel)


def _hints(name: str, function: Callable[..., Any]) -> dict[str, Any]:
    if isinstance(function, functools.partial):
        function = function.func
    elif not inspect.isroutine(function):
        function = type(function).__call__  # an object that can be called
    try:
        return typing.get_type_hints(function)
    except NameError as missing:
        raise HandlerSignatureError(
            f"the annotations of {name} cannot be read: {missing}; import what they name at run time"
        ) from missing


def _payload(name: str, annotation: Any) -> tuple[ReadPayload, str]:
    """Anything pydantic can validate; fields that the model does not have are refused."""
    if annotation is Any or annotation is dict or typing.get_origin(annotation) is dict:
        return msgspec.json.Decoder(dict[str, Any]).decode, ""
    try:
        adapter = pydantic.TypeAdapter(annotation)
        described = adapter.json_schema()
    except pydantic.errors.PydanticUserError as fault:
        raise HandlerSignatureError(
            f"the payload of {name} cannot be validated as {annotation!r}: {fault.message}; take a pydantic model, "
            "a dataclass or a dict"
        ) from fault
    if described.get("type") in _NO_OBJECTS:
        raise HandlerSignatureError(
            f"the payload of {name} is annotated {annotation!r}, and a payload is a JSON object: take a pydantic model, "
            "a dataclass or a dict"
        )
    schema = msgspec.json.encode(described).decode()

    def read(payload: str) -> Any:
        return adapter.validate_json(payload, extra="forbid")

    return read, schema
