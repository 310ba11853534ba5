"""What the page's own thread did, by the browser's own trace: each task with the CPU time that it took.

The clock would measure the neighbours too. On two cores that run Kafka, Postgres and other tests a task of 5 ms may end
100 ms after it began, and the browser's own count of long tasks goes by the clock. The time of the thread does not.
"""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ["toplevel", "__metadata"]
TASK = "ThreadControllerImpl::RunTask"
MAIN_THREAD = "CrRendererMain"

Event = dict[str, Any]


def cpu_ms_of_tasks(browser: Browser, page: Page, doing: Callable[[], object]) -> list[float]:
    """Of every task of the thread that ran the page's scripts, while something was done."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    doing()
    events: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == MAIN_THREAD
    }
    tasks: dict[tuple[int, int], list[float]] = {thread: [] for thread in threads}
    for event in events:
        thread = (event["pid"], event["tid"])
        if event["name"] == TASK and thread in threads:
            tasks[thread].append(event.get("tdur", 0) / 1_000)
    return max(tasks.values(), key=sum)
