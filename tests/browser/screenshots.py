"""Pictures of the dashboard, from a stack that `tickwheel demo` has filled.

`make screenshots` takes those of the README. With a folder, `python -m tests.browser.screenshots /tmp/pages`, it is every page
there is, wide and on a phone, in light and dark: to be looked at after a change.
"""

import pathlib
import sys
import time

from playwright.sync_api import expect, sync_playwright
from tests.browser import chromium
from tests.browser.pages import PAGES
from tests.browser.window import PHONE, WIDE, Theme, Window, Windows
from tests.installation import ROOT

from tickwheel.client import Address, Client
from tickwheel.demo import fill, worker
from tickwheel.embedded.stack import Stack, StackPlan
from tickwheel.runtime.clock import SystemClock

README = ROOT / "docs/images"
SETTLE_SECONDS = 240
LOOK_SECONDS = 0.5
QUIET_MS = 1_500
"""Charts and graphs draw themselves after their figures have come."""

JOB = "reports.daily-sales"
PICTURES: tuple[tuple[str, str, Theme], ...] = (
    ("overview", "/", "light"),
    ("calendar", "/calendar", "dark"),
    ("dead-letters", "/dead-letters", "light"),
    ("time-machine", f"/jobs/{JOB}?tab=machine", "dark"),
)
LOOKS: tuple[tuple[str, Theme, tuple[int, int]], ...] = (
    ("wide-light", "light", WIDE),
    ("wide-dark", "dark", WIDE),
    ("phone-light", "light", PHONE),
    ("phone-dark", "dark", PHONE),
)


def main(folder: pathlib.Path | None) -> int:
    with Stack(StackPlan(settings={"TICKWHEEL_API_READ_PER_MINUTE": "100000"})) as stack:
        at = stack.endpoints
        with (
            Client(Address(at.api, at.admin_token)) as client,
            worker.running(client, worker.settings_of(at.kafka)),
            sync_playwright() as playwright,
        ):
            planned = fill.fill(client, SystemClock(), lambda text: None)
            _wait(client, planned)
            browser = chromium.launch(playwright)
            windows = Windows(browser, at.api, at.admin_token)
            if folder:
                _every_page(windows, client, folder)
            else:
                _readme(windows)
            browser.close()
    return 0


def _wait(client: Client, planned: int) -> None:
    deadline = time.monotonic() + SETTLE_SECONDS
    while not fill.is_settled(client, planned) and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)


def _readme(windows: Windows) -> None:
    for name, path, theme in PICTURES:
        with windows.open("ada", theme=theme) as window:
            _take(window, path, README / f"{name}.png")


def _every_page(windows: Windows, client: Client, folder: pathlib.Path) -> None:
    [failed, *_] = client.list_executions(status="FAILED", limit=1)["items"]
    for look, theme, size in LOOKS:
        with windows.open("ada", theme=theme, size=size) as window:
            for path in PAGES:
                name = (
                    path.strip("/")
                    .format(job="job", execution="execution")
                    .replace("/", "-")
                    .replace("?tab=", "-")
                )
                shown = path.format(job=JOB, execution=failed["execution_id"])
                _take(window, shown, folder / f"{name or 'overview'}-{look}.png")


def _take(window: Window, path: str, file: pathlib.Path) -> None:
    window.go(path)
    window.page.get_by_role("heading", level=1).first.wait_for()
    expect(window.page.get_by_role("status", name="Loading")).to_have_count(0)
    window.page.wait_for_timeout(QUIET_MS)
    window.page.screenshot(path=file)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None))
