"""A window of the browser in which somebody has signed in, and words for what people do in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import httpx2
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    expect,
)

PASSWORD = "correct horse battery"
WIDE = (1440, 900)
PHONE = (390, 844)
PATIENCE_MS = 20_000
"""A machine that runs tests is busy; what is measured is measured, not waited for."""

Theme = Literal["light", "dark"]
Role = Literal["admin", "user"]

expect.set_options(timeout=PATIENCE_MS)


class Window:
    def __init__(self, page: Page, at: str) -> None:
        self.page = page
        self.at = at
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", self._hear)
        page.on("request", self._watch)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.at}{path}")

    def heading(self, text: str) -> Locator:
        return self.page.get_by_role("heading", level=1).filter(has_text=text)

    def row(self, text: str) -> Locator:
        return self.page.get_by_role("row").filter(has_text=text)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def status(self, status: str) -> Locator:
        return self.page.locator(f'[data-status="{status}"]')

    def told(self, name: str) -> float:
        """A figure that a script of ours leaves at the root of the page, once it is there."""
        root = self.page.locator(f"html[data-{name}]")
        return float(root.get_attribute(f"data-{name}") or "nan")

    @property
    def stale(self) -> Locator:
        return self.page.locator('[data-banner="stale"]')

    def _hear(self, message: ConsoleMessage) -> None:
        # A refused or cut request is told by the page itself; a policy that was broken is told here only.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self.at, self.at.replace("http", "ws", 1), "data:", "blob:")):
            self.faults.append(f"left the host: {request.url}")


class Windows:
    """People sign in once, by the page; later windows bring their cookie along."""

    def __init__(self, browser: Browser, at: str, token: str) -> None:
        self._browser = browser
        self._at = at
        self._token = token
        self._signed_in: dict[str, Any] = {}

    @contextmanager
    def open(
        self, name: str, role: Role = "admin", theme: Theme = "light", size: tuple[int, int] = WIDE
    ) -> Iterator[Window]:
        if name not in self._signed_in:
            self._signed_in[name] = self._sign_in(name, role)
        context = self._context(theme, size, self._signed_in[name])
        try:
            yield Window(context.new_page(), self._at)
        finally:
            context.close()

    @contextmanager
    def stranger(self, theme: Theme = "light", size: tuple[int, int] = WIDE) -> Iterator[Window]:
        """Somebody who has not signed in."""
        context = self._context(theme, size)
        try:
            yield Window(context.new_page(), self._at)
        finally:
            context.close()

    def _context(self, theme: Theme, size: tuple[int, int], state: Any = None) -> BrowserContext:
        return self._browser.new_context(
            color_scheme=theme,
            viewport={"width": size[0], "height": size[1]},
            storage_state=state,
            timezone_id="Europe/Vienna",
            reduced_motion="reduce",
        )

    def _sign_in(self, name: str, role: Role) -> Any:
        made = httpx2.post(
            f"{self._at}/api/v1/users",
            json={"name": name, "role": role, "password": PASSWORD},
            headers={"Authorization": f"Bearer {self._token}"},
        )
        assert made.status_code == 201, made.text
        context = self._context("light", WIDE)
        try:
            window = Window(context.new_page(), self._at)
            window.go("/")
            window.page.get_by_label("Name").fill(name)
            window.page.get_by_label("Password").fill(PASSWORD)
            window.button("Sign in").click()
            expect(window.heading("Overview")).to_be_visible()
            return context.storage_state()
        finally:
            context.close()
