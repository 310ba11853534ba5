"""Jobs in the dashboard: made, run, paused, triggered."""

from playwright.sync_api import expect
from tests.browser.window import Window
from tests.integration.api.api import Api


def test_a_job_is_made_runs_and_is_shown_complete(window: Window, word: str) -> None:
    page = window.page
    window.go("/jobs")
    page.get_by_role("link", name="New job").click()
    page.get_by_label("Name", exact=True).fill(word)
    page.get_by_label("Handler", exact=True).fill("noop")
    window.button("Once, now").click()
    window.button("Create job").click()
    expect(window.heading(word)).to_be_visible()
    expect(window.status("COMPLETED").first).to_be_visible()


def test_a_job_is_paused_and_resumed(window: Window, api: Api, word: str) -> None:
    api.create(word, schedule="0 0 1 1 *")
    window.go(f"/jobs/{word}")
    window.button("Pause").click()
    expect(window.status("PAUSED").first).to_be_visible()
    api.wait_for(f"/jobs/{word}", lambda job: job["status"] == "PAUSED")
    window.page.reload()
    expect(window.status("PAUSED").first).to_be_visible()


def test_a_job_is_triggered_from_its_page(window: Window, api: Api, word: str) -> None:
    api.create(word)
    window.go(f"/jobs/{word}")
    expect(window.heading(word)).to_be_visible()
    window.button("Trigger").click()
    expect(window.status("COMPLETED").first).to_be_visible()


def test_a_list_is_filtered_by_what_the_address_says(window: Window, api: Api, word: str) -> None:
    offset = api.create(f"{word}-a", schedule="0 0 1 1 *")["offset"]
    api.create(f"{word}-b")
    api.get("/jobs", min_offset=offset)
    window.go(f"/jobs?q={word}-a")
    expect(window.row(f"{word}-a")).to_be_visible()
    expect(window.row(f"{word}-b")).to_have_count(0)
