"""The servers that tests share: `kafka_bootstrap`, `topic_prefix`, `postgres_dsn`, `database`."""

import pathlib

import pytest

pytest_plugins = ["tickwheel.testing.servers"]

BROWSER = pathlib.Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: Playwright keeps an event loop running in this thread until the run ends, beside which no
    async test could start one, and their stack would share two cores with everything after it."""
    items.sort(key=lambda item: BROWSER in item.path.parents)
