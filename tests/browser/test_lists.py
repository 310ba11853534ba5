"""Lists: filter chips that complete themselves, keys, what can be done with all that match, and the same as a command."""

from playwright.sync_api import Route, expect
from tests.browser.window import Window
from tests.integration.api.api import Api


def test_a_filter_completes_itself_and_ends_up_in_the_address(window: Window, api: Api, word: str) -> None:
    offset = api.create(f"{word}-a", tags={"team": word}, schedule="0 0 1 1 *")["offset"]
    api.create(f"{word}-b", schedule="0 0 1 1 *")
    api.get("/jobs", min_offset=offset)
    page = window.page
    window.go("/jobs")
    box = page.get_by_role("combobox", name="Filter")
    box.fill(f"tag:team={word[:12]}")
    page.get_by_role("option", name=f"team={word}", exact=True).click()
    expect(page.get_by_role("button", name=f"Remove the filter Tag team={word}")).to_be_visible()
    expect(window.row(f"{word}-a")).to_be_visible()
    expect(window.row(f"{word}-b")).to_have_count(0)
    assert "tag=team" in page.url
    box.press("Backspace")
    expect(window.row(f"{word}-b")).to_be_visible()


def test_everything_that_matches_is_done_on_the_server(window: Window, api: Api, word: str) -> None:
    """More than a page holds: what is not loaded is done too."""
    jobs = [{"name": f"{word}-{n}", "handler": "noop", "schedule": "0 0 1 1 *"} for n in range(130)]
    api.post("/jobs:batch", {"jobs": jobs})
    api.wait_for(f"/jobs?q={word}&limit=1", lambda found: found["total"] == len(jobs))
    page = window.page
    window.go(f"/jobs?q={word}")
    page.get_by_role("checkbox", name="Select all that are loaded").check()
    page.get_by_role("button", name=f"Select all {len(jobs)} matching").click()
    selection = page.get_by_role("region", name="Selection")
    expect(selection).to_contain_text(f"All {len(jobs)} jobs selected")
    selection.get_by_role("button", name="Pause").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text(f"Pause {len(jobs)} jobs?")
    question.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_text(f"{len(jobs)} done")).to_be_visible()
    api.wait_for(f"/jobs?q={word}&status=PAUSED&limit=1", lambda found: found["total"] == len(jobs))


def test_a_list_is_used_by_keys_alone(window: Window, api: Api, word: str) -> None:
    offset = api.create(word)["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    window.go("/")
    expect(window.heading("Overview")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("j")
    expect(window.heading("Jobs")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type(word)
    expect(window.row(word)).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.get_by_role("region", name="Selection")).to_contain_text("1 job selected")
    page.keyboard.press("Enter")
    expect(window.heading(word)).to_be_visible()


def test_an_action_is_copied_for_a_terminal(window: Window, api: Api, word: str) -> None:
    offset = api.create(word)["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.go(f"/jobs?q={word}")
    page.get_by_role("button", name=f"Actions of {word}").click()
    page.get_by_role("menuitem", name="Copy “Trigger” for the command line").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"tickwheel job trigger {word}"
    page.get_by_role("button", name=f"Actions of {word}").click()
    page.get_by_role("menuitem", name="Copy “Trigger” as curl").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('curl -X POST')")


def test_the_palette_finds_pages_and_jobs(window: Window, api: Api, word: str) -> None:
    offset = api.create(word)["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    window.go("/")
    expect(window.heading("Overview")).to_be_visible()
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Command palette")
    page.keyboard.type(word)
    expect(palette.get_by_role("option", name=word).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(window.heading(word)).to_be_visible()


def test_keys_of_a_list_are_not_taken_from_what_has_the_focus(window: Window, api: Api, word: str) -> None:
    offset = api.create(word)["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    window.go(f"/jobs?q={word}")
    expect(window.row(word)).to_have_count(1)
    page.keyboard.press("j")
    page.get_by_role("link", name="New job").focus()
    page.keyboard.press("Enter")
    expect(window.heading("New job")).to_be_visible()


def test_a_menu_stays_at_its_button_while_the_page_scrolls(window: Window, api: Api, word: str) -> None:
    offsets = [api.create(f"{word}-{n:02}", schedule="0 0 1 1 *")["offset"] for n in range(25)]
    for offset in offsets:
        api.get("/jobs", min_offset=offset)
    page = window.page
    window.go(f"/jobs?q={word}&sort=name")
    page.get_by_role("button", name=f"Actions of {word}-12").click()
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    page.evaluate("window.scrollBy(0, 120)")
    page.wait_for_function("() => scrollY >= 100")
    expect(menu).to_be_visible()
    page.evaluate("window.scrollTo(0, 0)")
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_what_was_shown_too_early_is_taken_back_when_it_is_refused(
    window: Window, api: Api, word: str
) -> None:
    offset = api.create(word, schedule="0 0 1 1 *")["offset"]
    api.get("/jobs", min_offset=offset)
    page = window.page
    refusal = {"code": "conflict", "detail": "expected to pause it, but somebody was faster"}
    held: list[Route] = []
    page.route("**/pause", lambda route: held.append(route))
    window.go(f"/jobs/{word}")
    window.button("Pause").click()
    expect(window.status("PAUSED").first).to_be_visible()
    expect(window.button("Resume")).to_be_visible()
    held[0].fulfill(status=409, json=refusal, content_type="application/problem+json")
    expect(page.get_by_text("somebody was faster")).to_be_visible()
    expect(window.button("Pause")).to_be_visible()
    expect(window.status("PAUSED")).to_have_count(0)


def test_a_field_that_knows_its_values_takes_no_other(window: Window) -> None:
    page = window.page
    window.go("/executions")
    box = page.get_by_role("combobox", name="Filter")
    box.fill("status:fail")
    box.press("Enter")
    expect(page.get_by_role("button", name="Remove the filter Status FAILED")).to_be_visible()
    box.fill("status:nonsense")
    box.press("Enter")
    expect(page.get_by_role("button", name="Remove the filter")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
