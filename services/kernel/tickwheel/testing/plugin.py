"""The pytest plugin of Tickwheel, found by pytest wherever Tickwheel is installed: see docs/testing.md.

Importing it costs next to nothing: what a fixture needs is imported when a test asks for it.
"""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tickwheel.testing.live import LiveTickwheel
    from tickwheel.testing.virtual import VirtualTickwheel
    from tickwheel.worker import App

APP = "tickwheel_app"
MARK = "tickwheel_start"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(APP, "The application under test as module:attribute, such as billing:app.", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(instant): when virtual time begins, as 2026-03-29T00:00:00Z")


@pytest.fixture(scope="session")
def tickwheel_app(pytestconfig: pytest.Config) -> "App":
    """The application under test. Set `tickwheel_app` in pytest's settings, or override this fixture."""
    from tickwheel.worker.loading import load_app

    path = str(pytestconfig.getini(APP))
    if not path:
        raise pytest.UsageError(
            'say which application to test: set tickwheel_app = "billing:app" in pytest\'s settings, '
            "or define a fixture tickwheel_app that returns it"
        )
    return load_app(path)


@pytest.fixture
def tickwheel(request: pytest.FixtureRequest, tickwheel_app: "App") -> Iterator["VirtualTickwheel"]:
    """A whole Tickwheel in memory, with a clock that only the test moves."""
    from tickwheel.testing.virtual import START_MS, VirtualTickwheel

    virtual = VirtualTickwheel(tickwheel_app, start_ms=_start_ms(request, START_MS))
    # A loop of its own: the test may run on any, of any plugin, or on none yet.
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(virtual.__aenter__())
        yield virtual
        loop.run_until_complete(virtual.__aexit__(None, None, None))
    finally:
        loop.close()


@pytest.fixture(scope="session")
def tickwheel_live(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory, tickwheel_app: "App"
) -> Iterator["LiveTickwheel"]:
    """The real thing: every service as a process, on a Kafka and a Postgres of this run's own. Needs tickwheel[all]."""
    from tickwheel.testing.live import LiveTickwheel

    path = str(pytestconfig.getini(APP))
    with LiveTickwheel(tickwheel_app, path, tmp_path_factory.mktemp("tickwheel")) as live:
        yield live


def _start_ms(request: pytest.FixtureRequest, otherwise: int) -> int:
    mark = request.node.get_closest_marker(MARK)
    if mark is None:
        return otherwise
    instant = datetime.fromisoformat(mark.args[0])
    if instant.tzinfo is None:
        raise pytest.UsageError(f"{MARK}({mark.args[0]!r}) has no time zone: add one, such as Z")
    return round(instant.timestamp() * 1_000)
