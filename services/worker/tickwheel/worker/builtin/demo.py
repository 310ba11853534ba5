"""`noop`, `sleep` and `fail`: for demonstrations, tests and benchmarks."""

import asyncio

import pydantic

from tickwheel.worker.sdk.errors import NonRetryable
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.signature import handler_of


class Sleep(pydantic.BaseModel):
    seconds: float = pydantic.Field(1.0, ge=0, le=86_400)


class Fail(pydantic.BaseModel):
    message: str = "this handler always fails"
    retryable: bool = True


class DemoFailure(Exception):  # noqa: N818 - shown to users as the class of the error
    """What `fail` raises."""


async def noop() -> None:
    """Does nothing."""


async def sleep(payload: Sleep) -> None:
    """Sleeps for payload.seconds."""
    await asyncio.sleep(payload.seconds)


async def fail(payload: Fail) -> None:
    """Fails, with payload.message."""
    raise DemoFailure(payload.message) if payload.retryable else NonRetryable(payload.message)


def handlers() -> list[Handler]:
    return [handler_of("noop", noop), handler_of("sleep", sleep), handler_of("fail", fail)]
