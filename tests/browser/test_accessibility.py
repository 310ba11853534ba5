"""axe finds no serious fault on any page, light or dark, wide or on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.browser.pages import PAGES, things
from tests.browser.window import PHONE, WIDE, Theme, Window, Windows
from tests.installation import ROOT
from tests.integration.api.api import Api

AXE = (ROOT / "dashboard/node_modules/axe-core/axe.min.js").read_text("utf-8")
LOOK = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, nodes}) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`)"""
LOOKS: tuple[tuple[Theme, tuple[int, int]], ...] = (("light", WIDE), ("dark", WIDE), ("light", PHONE))


@pytest.fixture(scope="module")
def open_window(windows: Windows) -> Iterator[Window]:
    """One for all pages, and a page is opened once for all looks: it follows the system's theme and the window's width."""
    with windows.open("admin") as window:
        yield window


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest) -> dict[str, str]:
    return {}


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_fault(open_window: Window, shown: dict[str, str], api: Api, path: str) -> None:
    if not shown:
        shown.update(things(api, api.name("pages")))
    assert faults(open_window, path.format(**shown)) == []


def test_the_page_to_sign_in_has_no_serious_fault(windows: Windows) -> None:
    with windows.stranger() as window:
        assert faults(window, "/") == []


def faults(window: Window, path: str) -> list[str]:
    window.go(path)
    expect(window.page.get_by_role("heading", level=1).first).to_be_visible()
    window.page.evaluate(AXE)
    found = [
        f"{theme} {size[0]}: {fault}" for theme, size in LOOKS for fault in _faults_of(window, theme, size)
    ]
    return [*found, *window.faults]


def _faults_of(window: Window, theme: Theme, size: tuple[int, int]) -> list[str]:
    window.page.emulate_media(color_scheme=theme)
    window.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(window.page.locator(f'html[data-theme="{theme}"]')).to_be_attached()
    expect(window.page.get_by_role("status", name="Loading")).to_have_count(0)
    found: list[str] = window.page.evaluate(LOOK)
    return found
