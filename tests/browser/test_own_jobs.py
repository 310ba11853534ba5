"""A user sees their own jobs, and nothing of the others'."""

from playwright.sync_api import expect
from tests.browser.window import Windows
from tests.integration.api.api import Api


def test_a_user_sees_own_jobs_only(windows: Windows, api: Api, word: str) -> None:
    with windows.open("ada", "user") as window:
        api.create(f"{word}-mine", owner="ada", now=True)
        offset = api.create(f"{word}-foreign", now=True)["offset"]
        api.get("/jobs", min_offset=offset)
        window.go("/jobs")
        expect(window.row(f"{word}-mine")).to_be_visible()
        expect(window.row(f"{word}-foreign")).to_have_count(0)
        expect(window.page.get_by_role("link", name="New job")).to_have_count(0)
        window.go("/executions")
        expect(window.row(f"{word}-mine")).to_be_visible()
        expect(window.row(f"{word}-foreign")).to_have_count(0)
        window.go(f"/jobs/{word}-foreign")
        expect(window.heading(f"{word}-foreign")).to_have_count(0)
        expect(window.page.get_by_text("there is none")).to_be_visible()
        window.go("/jobs/new")
        expect(window.heading("This is for admins")).to_be_attached()
