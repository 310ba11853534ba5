"""What sub-commands that talk to the API share: the client, JSON arguments, and watching."""

import contextlib
import difflib
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tickwheel.client import Client

WATCH_EVERY_S = 2.0
NAMES_LOOKED_AT = 500

WatchOption = Annotated[bool, typer.Option("--watch", "-w", help="Show it again every two seconds.")]
LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, max=500, help="At most so many.")]


def connect() -> "Client":
    """To the stack that `tickwheel dev` runs here, or to what TICKWHEEL_API names."""
    from tickwheel.client import Client

    return Client()


def json_object(text: str) -> dict[str, Any]:
    example = '\'{"key": "value"}\''
    try:
        given = json.loads(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text[:60]!r} is not JSON ({error}): write it as {example}") from error
    if not isinstance(given, dict):
        raise typer.BadParameter(f"expected a JSON object: write it as {example}")
    return given


@contextlib.contextmanager
def connected_about(job: str, handler: str = "") -> Iterator["Client"]:
    """A job that is not found, or a handler that nobody has, is answered with the one whose name is nearest."""
    from tickwheel.client import RefusedError

    with connect() as client:
        try:
            yield client
        except RefusedError as refused:
            near = _nearest(client, refused.code, job, handler)
            if not near:
                raise
            raise RefusedError(refused.status, refused.code, f"{refused}: did you mean {near}?") from refused


def _nearest(client: "Client", code: str, job: str, handler: str) -> str:
    if code == "not_found":
        names = [one["name"] for one in client.list_jobs(limit=NAMES_LOOKED_AT, total="false")["items"]]
        return _most_like(job, names)
    if code == "unknown_handler":
        return _most_like(handler, [one["handler"] for one in client.list_handlers()["items"]])
    return ""


def _most_like(slip: str, names: list[str]) -> str:
    return next(iter(difflib.get_close_matches(slip, names, n=1)), "")


def show_or_watch(show: Callable[["Client"], None], watch: bool, job: str = "") -> None:
    """Once, or again and again on a cleared screen until Ctrl-C. `job` is what it is about, if it is one."""
    with connected_about(job) if job else connect() as client:
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
