"""What goes wrong is shown: dead letters, lost workers, an API that was away."""

import pytest
from playwright.sync_api import expect
from tests.browser.window import Window
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack


def test_a_failure_becomes_a_dead_letter_whose_group_is_dismissed_taken_back_and_retried(
    window: Window, api: Api, word: str
) -> None:
    for n in range(3):
        api.create(
            f"{word}-{n}",
            handler="fail",
            payload={"message": f"order {n} is lost in the browser", "retryable": False},
            max_retries=0,
            now=True,
        )
    api.wait_for("/dead-letter?q=browser", lambda page: page["total"] == 3)
    page = window.page
    window.go("/dead-letters")
    expect(page.get_by_text("order # is lost in the browser")).to_be_visible()
    group = page.get_by_role("listitem").filter(has_text="order # is lost in the browser")
    group.get_by_role("button", name="Dismiss", exact=True).click()
    expect(group).to_have_count(0)
    window.button("Undo").click()
    group.get_by_role("button", name="Retry all 3").click()
    expect(group).to_have_count(0)
    api.wait_for("/audit?command_type=RedriveDeadLetter", lambda audit: audit["total"] == 3)


def test_a_killed_worker_is_shown_as_lost(window: Window, stack: Stack) -> None:
    [_, second] = stack.of_kind("worker")
    window.go("/workers")
    expect(window.row("worker-2").locator('[data-status="ACTIVE"]')).to_be_visible()
    second.kill()
    try:
        expect(window.row("worker-2").locator('[data-status="LOST"]')).to_be_visible(timeout=40_000)
    finally:
        second.start()
        second.wait_until_ready()


def test_the_page_says_that_it_is_cut_off_and_goes_on_by_itself(
    window: Window, stack: Stack, api: Api, word: str
) -> None:
    [server] = stack.of_kind("api")
    window.go(f"/jobs?q={word}")
    expect(window.page.get_by_role("banner").get_by_text("Live", exact=True)).to_be_visible()
    server.kill()
    try:
        expect(window.stale).to_be_visible()
    finally:
        server.start()
        server.wait_until_ready()
    expect(window.stale).to_be_hidden()
    api.create(word)
    expect(window.row(word)).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/jobs/nobody-has-it", "/executions/00000000-0000-4000-8000-000000000000", "/nowhere"]
)
def test_what_is_not_there_is_said_plainly(window: Window, path: str) -> None:
    window.go(path)
    expect(window.page.get_by_role("main")).to_contain_text("no")
    expect(window.page.get_by_role("heading", level=1)).to_be_attached()


def failing(api: Api, name: str, message: str) -> None:
    payload = {"message": message, "retryable": False}
    api.create(name, handler="fail", payload=payload, max_retries=0, now=True)


def test_a_group_that_is_being_retried_stays_away_although_others_fail_meanwhile(
    window: Window, api: Api, word: str
) -> None:
    """Whatever is read while it can still be undone does not know of it yet."""
    failing(api, word, "crate 1 is broken")
    api.wait_for("/dead-letter?q=crate", lambda page: page["total"] == 1)
    page = window.page
    window.go("/dead-letters")
    group = page.get_by_role("listitem").filter(has_text="crate # is broken")
    group.get_by_role("button", name="Retry", exact=True).click()
    expect(group).to_have_count(0)
    failing(api, f"{word}-other", "barrel is broken")
    expect(page.get_by_text("barrel is broken")).to_be_visible()
    expect(window.button("Undo")).to_be_visible()
    expect(group).to_have_count(0)
    window.button("Undo").click()
    expect(group).to_have_count(1)


def test_who_closes_the_page_meant_what_they_clicked(window: Window, api: Api, word: str) -> None:
    failing(api, word, "parcel 7 is lost")
    api.wait_for("/dead-letter?q=parcel", lambda page: page["total"] == 1)
    page = window.page
    window.go("/dead-letters")
    group = page.get_by_role("listitem").filter(has_text="parcel")
    group.get_by_role("button", name="Dismiss", exact=True).click()
    expect(window.button("Undo")).to_be_visible()
    page.goto("about:blank")
    api.wait_for(f"/audit?command_type=DismissDeadLetter&job={word}", lambda audit: audit["total"] == 1)


def test_a_job_says_why_it_does_not_run(window: Window, api: Api, word: str) -> None:
    api.create(f"{word}-stuck", queue=f"nobody-{word}"[:60], now=True)
    api.create(f"{word}-paused", schedule="0 0 1 1 *")
    api.post(f"/jobs/{word}-paused/pause", {"reason": "the shop is closed"})
    window.go(f"/jobs/{word}-stuck")
    expect(window.page.get_by_role("region", name="Why it waits")).to_contain_text(
        "no live worker", ignore_case=True
    )
    window.go(f"/jobs/{word}-paused")
    expect(window.page.get_by_role("region", name="Why it does not run")).to_contain_text(
        "the shop is closed"
    )
