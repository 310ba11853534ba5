"""What sub-commands that talk to the API share: the client, JSON arguments, and watching."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tickwheel.runtime.fault import Fault

if TYPE_CHECKING:
    from tickwheel.client import Client

WATCH_EVERY_S = 2.0

WatchOption = Annotated[bool, typer.Option("--watch", "-w", help="Show it again every two seconds.")]
LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, max=500, help="At most so many.")]


class PayloadError(Fault):
    """What was given is not a JSON object."""


def connect() -> "Client":
    """To the stack that `tickwheel dev` runs here, or to what TICKWHEEL_API names."""
    from tickwheel.client import Client

    return Client()


def json_object(text: str) -> dict[str, Any]:
    example = '\'{"key": "value"}\''
    try:
        given = json.loads(text)
    except ValueError as error:
        raise PayloadError(f"{text[:60]!r} is not JSON ({error}): write it as {example}") from error
    if not isinstance(given, dict):
        raise PayloadError(f"expected a JSON object: write it as {example}")
    return given


def show_or_watch(show: Callable[["Client"], None], watch: bool) -> None:
    """Once, or again and again on a cleared screen until Ctrl-C."""
    with connect() as client:
        if not watch:
            show(client)
            return
        _watch(lambda: show(client))


def _watch(show: Callable[[], None]) -> None:
    import threading

    pause = threading.Event()
    try:
        while True:
            print("\033[2J\033[H", end="")  # clear the screen, and begin at its top
            show()
            pause.wait(WATCH_EVERY_S)
    except KeyboardInterrupt:
        return
