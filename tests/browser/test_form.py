"""The form of a job: what it says while one types."""

from playwright.sync_api import expect
from tests.browser.window import Window
from tests.integration.api.api import Api


def test_a_schedule_is_told_in_words_with_its_next_runs_and_what_daylight_saving_does(
    window: Window, word: str
) -> None:
    page = window.page
    window.go("/jobs/new")
    page.get_by_label("Name", exact=True).fill(word)
    page.get_by_label("Handler", exact=True).fill("noop")
    page.get_by_label("Cron expression").fill("30 2 * 3 SUN")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    expect(page.get_by_text("At 02:30, only on Sunday, only in March")).to_be_visible()
    expect(page.get_by_text("It would be accepted")).to_be_visible()
    runs = page.get_by_role("heading", name="Next runs, Europe/Berlin").locator(
        "xpath=following-sibling::ol/li"
    )
    expect(runs).to_have_count(10)
    # The last Sunday of March has no half past two.
    expect(runs.filter(has_text="03:00:00").first).to_contain_text("does not exist")


def test_a_payload_is_held_to_the_schema_of_its_handler(window: Window, word: str) -> None:
    page = window.page
    window.go("/jobs/new")
    page.get_by_label("Name", exact=True).fill(word)
    page.get_by_label("Handler", exact=True).fill("sleep")
    expect(page.get_by_text("held to the handler's schema")).to_be_visible()
    payload = page.get_by_role("textbox", name="Payload")
    payload.fill('{"seconds": "a while"}')
    expect(page.locator(".cm-lintRange-error")).to_be_visible()
    payload.fill('{"seconds": 0}')
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)


def test_the_form_says_what_is_wrong_before_anything_is_saved(window: Window, api: Api, word: str) -> None:
    api.create(word)
    page = window.page
    window.go("/jobs/new")
    page.get_by_label("Name", exact=True).fill(word)
    page.get_by_label("Handler", exact=True).fill("noop")
    expect(page.get_by_text("there is a job").first).to_be_visible()


def test_a_changed_job_shows_in_the_time_machine_who_changed_what(
    window: Window, api: Api, word: str
) -> None:
    api.create(word, schedule="0 0 1 1 *", priority=50)
    page = window.page
    window.go(f"/jobs/{word}/edit")
    page.get_by_label("Priority").fill("80")
    window.button("Save").click()
    page.wait_for_url(f"**/jobs/{word}")
    window.go(f"/jobs/{word}?tab=machine")
    expect(page.get_by_text("Asked for by")).to_contain_text("admin")
    page.get_by_role("button", name="Previous change of the job").click()
    since = page.get_by_role("region").or_(page.locator("section")).filter(has_text="Since then").last
    expect(since).to_contain_text("version 1 to 2")
    expect(since).to_contain_text("Priority")
    expect(since).to_contain_text("80")


def test_the_next_runs_are_told_before_there_is_a_name(window: Window) -> None:
    page = window.page
    window.go("/jobs/new")
    page.get_by_role("button", name="daily, spread").click()
    expect(page.get_by_text("Once a day at a time of the job's own")).to_be_visible()
    page.get_by_label("Cron expression").fill("0 9 * * MON")
    heading = page.get_by_role("heading", name="Next runs, UTC")
    runs = heading.locator("xpath=following-sibling::ol/li")
    expect(runs).to_have_count(10)
    expect(runs.first).to_contain_text("09:00:00")
