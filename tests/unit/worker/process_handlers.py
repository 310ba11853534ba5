"""Handlers that a process of its own can import."""

import ctypes
import os
import subprocess
import time

from tickwheel.worker import JobContext, NonRetryable

IMPORTED_AT_S = time.time()
TIMEOUT_MS = 300_000


def add(payload: dict[str, int]) -> int:
    return payload["a"] + payload["b"]


def tell(payload: dict[str, str], context: JobContext) -> None:
    context.log("half way", level="warning", name=payload["name"])
    context.progress(0.5, "half")


def refuse() -> None:
    raise NonRetryable("no")


def exit_at_once() -> None:
    os._exit(7)


def exit_beside_a_child(payload: dict[str, str]) -> None:
    """The child has everything open that its parent had."""
    child = os.fork()
    if not child:
        time.sleep(600)
        os._exit(0)
    with open(payload["path"], "w") as file:  # noqa: PTH123
        file.write(f"{child}\n")
    os._exit(7)


def crash() -> None:
    ctypes.string_at(0)


def leave() -> None:
    raise SystemExit(3)


def sleep_with_a_child(payload: dict[str, str]) -> None:
    child = subprocess.Popen(["/bin/sleep", "600"])
    with open(payload["path"], "w") as file:  # noqa: PTH123
        file.write(f"{os.getpid()} {child.pid}\n")
    time.sleep(600)


def wait_for_the_flag(payload: dict[str, str], context: JobContext) -> str:
    with open(payload["path"], "w") as file:  # noqa: PTH123
        file.write("running\n")
    while not context.cancelled:
        time.sleep(0.01)
    return "ended in good order"


def hog() -> None:
    taken = []
    while True:
        taken.append(bytearray(2**22))


def tell_when(context: JobContext) -> list[float]:
    """When the worker gave this to the process, and when the process had imported this module."""
    return [(context.deadline_ms - TIMEOUT_MS) / 1_000, IMPORTED_AT_S]


def tell_the_secret(payload: dict[str, str], context: JobContext) -> None:
    context.log(
        f"it is {payload['key']}", nested={"list": [payload["key"]]}, fault=ValueError(payload["key"])
    )
    context.progress(0.5, payload["key"])
