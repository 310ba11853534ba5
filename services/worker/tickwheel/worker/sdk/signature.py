"""Reads a handler's signature: which parameter takes the payload, how it is read, and which takes the context."""

import inspect
import typing
from collections.abc import Callable
from typing import Any

import msgspec
import pydantic

from tickwheel.runtime.fault import Fault
from tickwheel.worker.sdk import importable
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.handler import Handler, Kind, ReadPayload
from tickwheel.worker.sdk.middleware import Middleware


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
    parameters = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    contexts = [p.name for p in parameters if hints.get(p.name) is JobContext]
    payloads = [p.name for p in parameters if hints.get(p.name) is not JobContext]
    if len(payloads) > 1 or len(contexts) > 1:
        raise HandlerSignatureError(
            f"{name} takes ({', '.join(p.name for p in parameters)}): a handler takes at most one payload and one "
            "parameter annotated JobContext; put the fields of the payload into one pydantic model"
        )
    read, schema = _payload(hints.get(payloads[0], Any)) if payloads else (None, "")
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


def _hints(name: str, function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except NameError as missing:
        raise HandlerSignatureError(
            f"the annotations of {name} cannot be read: {missing}; import what they name at run time"
        ) from missing


def _payload(annotation: Any) -> tuple[ReadPayload, str]:
    """Anything pydantic can validate; fields that the model does not have are refused."""
    if annotation is Any or annotation is dict or typing.get_origin(annotation) is dict:
        return msgspec.json.Decoder(dict[str, Any]).decode, ""
    adapter = pydantic.TypeAdapter(annotation)
    schema = msgspec.json.encode(adapter.json_schema()).decode()

    def read(payload: str) -> Any:
        return adapter.validate_json(payload, extra="forbid")

    return read, schema
