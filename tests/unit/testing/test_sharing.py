"""A shared server is started once, joined by the others, and ended after its last user."""

import contextlib
import pathlib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from tickwheel.testing.sharing import shared

DEADLINE_SECONDS = 10


class CountedServer:
    def __init__(self) -> None:
        self.starts = 0
        self.ended = threading.Event()

    @contextlib.contextmanager
    def run(self) -> Iterator[str]:
        self.starts += 1
        self.ended.clear()
        yield f"address {self.starts}"
        self.ended.set()


@pytest.fixture
def server() -> CountedServer:
    return CountedServer()


def use(
    folder: pathlib.Path, server: Callable[[], AbstractContextManager[str]], release: threading.Event
) -> threading.Thread:
    """Another user of the server, who lets go of it when released; returns once it has the address."""
    joined = threading.Event()

    def work() -> None:
        with shared(folder, "kafka", server):
            joined.set()
            release.wait(DEADLINE_SECONDS)

    thread = threading.Thread(target=work)
    thread.start()
    assert joined.wait(DEADLINE_SECONDS)
    return thread


def test_the_second_user_joins_the_first_ones_server(tmp_path: pathlib.Path, server: CountedServer) -> None:
    with shared(tmp_path, "kafka", server.run) as first, shared(tmp_path, "kafka", server.run) as second:
        assert first == second == "address 1"
    assert server.starts == 1


def test_the_server_outlives_its_starter_while_others_use_it(
    tmp_path: pathlib.Path, server: CountedServer
) -> None:
    starter_may_end, user_may_end = threading.Event(), threading.Event()
    starter = use(tmp_path, server.run, starter_may_end)
    user = use(tmp_path, server.run, user_may_end)
    starter_may_end.set()
    assert not server.ended.wait(0.1)
    user_may_end.set()
    assert server.ended.wait(DEADLINE_SECONDS)
    starter.join()
    user.join()


def test_a_later_run_starts_a_server_anew(tmp_path: pathlib.Path, server: CountedServer) -> None:
    with shared(tmp_path, "kafka", server.run):
        pass
    with shared(tmp_path, "kafka", server.run) as address:
        assert address == "address 2"


def test_a_failed_start_leaves_the_next_user_free_to_try(
    tmp_path: pathlib.Path, server: CountedServer
) -> None:
    def broken() -> AbstractContextManager[str]:
        raise OSError("no such luck")

    with pytest.raises(OSError, match="no such luck"), shared(tmp_path, "kafka", broken):
        pass
    with shared(tmp_path, "kafka", server.run) as address:
        assert address == "address 1"
