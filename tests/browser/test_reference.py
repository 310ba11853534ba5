"""The reference of the API: for everybody, whole, and made without asking anything of another host."""

from playwright.sync_api import expect
from tests.browser.window import Windows

from tickwheel.command_api.app import bare_app


def test_the_reference_shows_every_operation_and_leaves_the_host_for_nothing(windows: Windows) -> None:
    described = bare_app().openapi()
    with windows.stranger() as window:
        page = window.page
        window.go("/docs")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Tickwheel API")
        expect(page.locator("h3")).to_have_count(sum(len(methods) for methods in described["paths"].values()))
        page.get_by_role("searchbox").fill("post trigger")
        page.get_by_role("button", name="/api/v1/jobs/{job}/trigger").click()
        expect(page.get_by_text("curl -X POST").last).to_contain_text("/trigger")
        expect(page.get_by_role("region", name="example of the answer 201")).to_contain_text("command_id")
        assert window.faults == []
