"""The live stream rests while nobody looks, and goes on where it was."""

from playwright.sync_api import expect
from tests.browser.window import Window
from tests.integration.api.api import Api

SET_HIDDEN = """(hidden) => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_tab_rests_and_catches_up(window: Window, api: Api, word: str) -> None:
    page = window.page
    window.go(f"/jobs?q={word}")
    expect(page.locator('[data-live="live"]')).to_be_visible()
    page.evaluate(SET_HIDDEN, True)
    expect(page.locator('[data-live="resting"]')).to_be_visible()
    api.create(word)
    page.evaluate(SET_HIDDEN, False)
    expect(page.locator('[data-live="live"]')).to_be_visible()
    expect(window.row(word)).to_be_visible()


def test_the_tail_shows_events_as_they_happen(window: Window, api: Api, word: str) -> None:
    page = window.page
    window.go("/live")
    expect(page.locator('[data-live="live"]')).to_be_visible()
    api.create(word, now=True)
    page.get_by_label("Only lines with").fill(word)
    expect(page.get_by_role("list", name="Events").get_by_text("Job created")).to_be_visible()


def test_the_tail_calls_jobs_by_their_names(window: Window, api: Api, word: str) -> None:
    """An event of an execution says only its job's id."""
    offset = api.create(word)["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    window.go(f"/live?q={word}")
    expect(page.locator('[data-live="live"]')).to_be_visible()
    expect(page.get_by_label("Only lines with")).to_have_value(word)
    api.post(f"/jobs/{word}/trigger")
    done = page.get_by_role("listitem").filter(has_text="Execution completed")
    expect(done).to_contain_text(word)


def test_whoever_reads_further_down_keeps_their_line_while_rows_come_in_above(
    window: Window, api: Api, word: str
) -> None:
    jobs = [{"name": f"{word}-{n:02}", "handler": "noop", "now": True} for n in range(60)]
    api.post("/jobs:batch", {"jobs": jobs})
    api.wait_for(f"/executions?q={word}&status=COMPLETED&limit=1", lambda found: found["total"] == len(jobs))
    page = window.page
    window.go("/executions?status=COMPLETED&status=PENDING&status=QUEUED&status=RUNNING")
    expect(page.locator('[data-live="live"]')).to_be_visible()
    page.evaluate("window.scrollTo(0, 1000)")
    line = page.locator('[data-index="25"]').get_by_role("link").first
    name = line.inner_text()
    line = window.row(name)
    before = line.bounding_box()
    late = f"{word}-late"
    api.create(late, now=True)
    expect(page.locator('[data-index="26"]')).to_contain_text(name)
    after = line.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 2
    page.evaluate("window.scrollTo(0, 0)")
    expect(window.row(late)).to_be_visible()
