"""One stack and one browser for all tests of the dashboard; every test has a window of its own."""

import re
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser import chromium
from tests.browser.window import Window, Windows
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack, StackPlan

ROOMY = {
    "TICKWHEEL_API_READ_PER_MINUTE": "100000",
    "TICKWHEEL_API_ADMIN_PER_MINUTE": "100000",
    "TICKWHEEL_API_CREATE_PER_MINUTE": "100000",
    "TICKWHEEL_API_TRIGGER_PER_MINUTE": "100000",
    "TICKWHEEL_API_LOGIN_PER_MINUTE": "1000",
}
"""All tests share a minute."""


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    with Stack(StackPlan(workers=2, settings=ROOMY)) as stack:
        yield stack


@pytest.fixture
def api(stack: Stack) -> Iterator[Api]:
    at = stack.endpoints
    headers = {"Authorization": f"Bearer {at.admin_token}"}
    with httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=30.0) as http:
        yield Api(http)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows(stack: Stack, browser: Browser) -> Windows:
    return Windows(browser, stack.endpoints.api, stack.endpoints.admin_token)


@pytest.fixture
def window(windows: Windows) -> Iterator[Window]:
    """An admin's, wide and light. Whatever a test does, nothing may fail in it and nothing may leave the host."""
    with windows.open("admin") as window:
        yield window
        assert window.faults == []


@pytest.fixture
def word(request: pytest.FixtureRequest) -> str:
    """A name that no other test has, and that people can read."""
    return re.sub(r"\W+", "-", request.node.name.removeprefix("test_"))[:60]
