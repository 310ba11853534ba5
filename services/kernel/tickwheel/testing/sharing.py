"""One server for all processes of a test run: the first to need it starts it, and ends it after the last user.

    <folder>/<name>.door      held while someone starts the server, joins it or ends it
    <folder>/<name>.address   there while the server runs
    <folder>/<name>.users     held shared by everyone who joined, so that the starter can wait for them

The kernel lets go of a lock when its holder dies, so a crashed test process keeps nobody waiting.
"""

import contextlib
import fcntl
import os
import pathlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager


@contextlib.contextmanager
def shared(
    folder: pathlib.Path, name: str, server: Callable[[], AbstractContextManager[str]]
) -> Iterator[str]:
    """The address that `server` yields, here or in the process that was first."""
    address = folder / f"{name}.address"
    with contextlib.ExitStack() as stack:
        with _locked(folder / f"{name}.door", fcntl.LOCK_EX):
            if address.exists():
                stack.enter_context(_locked(folder / f"{name}.users", fcntl.LOCK_SH))
            else:
                address.write_text(stack.enter_context(server()), "utf-8")
                stack.callback(_wait_for_users, folder, name)
            found = address.read_text("utf-8")
        yield found


def _wait_for_users(folder: pathlib.Path, name: str) -> None:
    """Close the door first: whoever comes now starts a server of their own."""
    with _locked(folder / f"{name}.door", fcntl.LOCK_EX):
        (folder / f"{name}.address").unlink()
        with _locked(folder / f"{name}.users", fcntl.LOCK_EX):
            pass


@contextlib.contextmanager
def _locked(path: pathlib.Path, kind: int) -> Iterator[None]:
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, kind)
        yield
    finally:
        os.close(descriptor)
