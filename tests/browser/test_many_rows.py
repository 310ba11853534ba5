"""A list of very many executions scrolls and filters without a halt. `make browser` tries it with a million."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from playwright.sync_api import Browser, expect
from tests.browser.figures import tell
from tests.browser.tasks import cpu_ms_of_tasks
from tests.browser.window import Window

from tickwheel.embedded.stack import Stack

ROWS = int(os.environ.get("EXECUTIONS_IN_LIST", "50000"))
FRAMES = 150
STEP_PX = 120
FRAME_MS = 16
"""What a frame may use of the page's thread, at sixty in a second."""

HALT_MS = 50
"""What browsers call a long task: people notice it."""

FILTER_MS = 300
"""What another filter may use in all."""

MAKE = """
INSERT INTO tickwheel.executions (execution_id, created_at, job_id, job_name, owner, handler, queue, priority, status, origin,
    occurrence, due_at, attempt, waits_for, started_at, finished_at, error_class, error_message, updated_at, log_partition, log_offset)
SELECT gen_random_uuid(), at, '00000000-0000-4000-8000-000000000001', 'many.' || n %% 40, 'many', 'many.handler' || n %% 7, 'default', 50,
    CASE WHEN n %% 50 = 0 THEN 'FAILED' ELSE 'COMPLETED' END, 'schedule', n::text, at, 1, 'time', at, at + interval '1 second',
    CASE WHEN n %% 50 = 0 THEN 'TimeoutError' END, CASE WHEN n %% 50 = 0 THEN 'no answer' END, at, 0, n
FROM (SELECT n, now() - n * interval '10 milliseconds' AS at FROM generate_series(1, %s) n) rows
"""
SCROLL = """async ([frames, step]) => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let moved = 0; moved < frames;) {
        const before = scrollY;
        scrollBy(0, step);
        await frame();
        if (scrollY > before) moved += 1;  // at the end of what is loaded it waits for more, as a person would
    }
    return {rows: document.querySelectorAll('[role="row"]').length, top: scrollY};
}"""


@pytest.fixture(scope="module")
def many(stack: Stack) -> Iterator[int]:
    with psycopg.connect(stack.endpoints.postgres, autocommit=True) as connection:
        connection.execute(MAKE, [ROWS])
        connection.execute("ANALYZE tickwheel.executions")
        yield ROWS
        connection.execute("DELETE FROM tickwheel.executions WHERE owner = 'many'")


def test_many_executions_scroll_without_a_halt(
    many: int, browser: Browser, window: Window, capsys: pytest.CaptureFixture[str]
) -> None:
    window.go("/executions?owner=many")
    expect(window.row("many.").first).to_be_visible()
    found: dict[str, float] = {}
    tasks = cpu_ms_of_tasks(
        browser, window.page, lambda: found.update(window.page.evaluate(SCROLL, [FRAMES, STEP_PX]))
    )
    frame_ms = sum(tasks) / FRAMES
    tell(
        capsys,
        f"{many:,} executions, {FRAMES} frames to {found['top']:,.0f} px: {frame_ms:.1f} ms CPU a frame, "
        f"the longest task {max(tasks):.0f} ms CPU, {found['rows']} rows in the page",
    )
    assert found["rows"] < 100, "only what can be seen is drawn"
    assert [ms for ms in tasks if ms > HALT_MS] == []
    assert frame_ms < FRAME_MS


def test_many_executions_are_filtered_at_once(
    many: int, browser: Browser, window: Window, capsys: pytest.CaptureFixture[str]
) -> None:
    window.go("/executions?owner=many")
    expect(window.row("many.").first).to_be_visible()

    def filter_by_status() -> None:
        box = window.page.get_by_role("combobox", name="Filter")
        box.fill("status:FAILED")
        box.press("Enter")
        expect(window.status("FAILED").first).to_be_visible()
        expect(window.status("COMPLETED")).to_have_count(0)

    tasks = cpu_ms_of_tasks(browser, window.page, filter_by_status)
    tell(
        capsys,
        f"{many:,} executions filtered: {sum(tasks):.0f} ms CPU, the longest task {max(tasks):.0f} ms CPU",
    )
    assert sum(tasks) < FILTER_MS
