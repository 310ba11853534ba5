"""The pages of time: the calendar leads to what it counts, the graph is walked by keys, the time machine has an address."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect
from tests.browser.window import Window
from tests.integration.api.api import Api

from tickwheel.runtime.clock import SystemClock


def test_an_hour_of_the_calendar_leads_to_its_executions_also_of_a_backfill(
    window: Window, api: Api, word: str
) -> None:
    api.create(word, schedule="0 * * * *", paused=True)
    end = datetime.fromtimestamp(SystemClock().now_ms() / 1_000, UTC) - timedelta(days=1)
    span = {"since": (end - timedelta(hours=2)).isoformat(), "until": end.isoformat()}
    api.post("/admin/backfill", {"job": word, **span, "dry_run": False})
    api.wait_for(f"/executions?job={word}&status=COMPLETED", lambda page: page["total"] == 2)
    page = window.page
    window.go(f"/calendar?job={word}")
    page.get_by_role("button", name=re.compile("1 completed")).first.click()
    page.get_by_role("link", name="Executions of this hour").click()
    expect(window.heading("Executions")).to_be_visible()
    expect(window.row(word)).to_have_count(1)
    assert "due_since=" in page.url


def test_the_calendar_is_walked_by_arrows(window: Window) -> None:
    page = window.page
    window.go("/calendar")
    cells = page.get_by_role("table").get_by_role("button")
    expect(cells.first).to_be_visible()
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cells.nth(25)).to_be_focused()


def test_a_job_of_the_graph_is_opened_by_keys(window: Window, api: Api, word: str) -> None:
    api.create(word)
    offset = api.create(f"{word}-after", depends_on=[word])["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    window.go(f"/dependencies?job={word}")
    box = page.get_by_role("link", name=f"{word}-after", exact=True)
    expect(box).to_be_visible()
    box.focus()
    page.keyboard.press("Enter")
    expect(window.heading(f"{word}-after")).to_be_visible()


def test_an_instant_of_the_time_machine_has_an_address(window: Window, api: Api, word: str) -> None:
    api.create(word, schedule="0 0 1 1 *")
    api.post(f"/jobs/{word}/pause")
    api.wait_for(f"/jobs/{word}/history", lambda found: len(found["items"]) >= 2)
    page = window.page
    window.go(f"/jobs/{word}?tab=machine")
    expect(page.get_by_text("event 2 of 2")).to_be_visible()
    page.get_by_role("button", name="Previous change of the job").click()
    page.wait_for_url("**event=*")
    page.reload()
    expect(page.get_by_text("event 1 of 2")).to_be_visible()


def test_a_lane_of_the_timeline_is_one_stop_and_arrows_go_from_bar_to_bar(
    window: Window, api: Api, word: str
) -> None:
    api.create(word, overlap="allow")
    for _ in range(3):
        api.post(f"/jobs/{word}/trigger")
    api.wait_for(f"/executions?job={word}&status=COMPLETED", lambda found: found["total"] == 3)
    page = window.page
    window.go(f"/timeline?job={word}&span=300")
    bars = page.get_by_role("list", name=word).get_by_role("link")
    expect(bars).to_have_count(3)
    assert [bar.get_attribute("tabindex") for bar in bars.all()] == ["-1", "-1", "0"]
    bars.last.focus()
    page.keyboard.press("ArrowLeft")
    expect(bars.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(window.heading(word)).to_be_visible()
