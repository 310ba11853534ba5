"""Workers, handlers, queues, calendars, and bulk operations."""

from typing import Any

from tickwheel.client.answers import (
    BegunOperation,
    BulkBody,
    Calendar,
    CalendarBody,
    CalendarLine,
    Count,
    Decision,
    Draining,
    Handler,
    Items,
    Json,
    Operation,
    Queue,
    Worker,
)
from tickwheel.client.call import Call, get, segment, write


def list_workers(*, gone: bool = False, queue: str = "") -> Call[Items[Worker]]:
    """Workers; with `gone` also those that stopped or were lost."""
    return get("/workers", gone=gone, queue=queue)


def drain_worker(worker: str, deadline_s: int = 300, key: str = "") -> Call[Draining]:
    """Tell a worker to take no new work, finish what runs, and stop."""
    return write("POST", f"/workers/{segment(worker)}/drain", key, {"deadline_s": deadline_s})


def list_handlers() -> Call[Items[Handler]]:
    """The handlers that workers have registered, and how they do."""
    return get("/handlers")


def list_queues() -> Call[Items[Queue]]:
    """Queues: what waits, what runs, and who could run it."""
    return get("/queues")


def list_calendars() -> Call[Items[CalendarLine]]:
    """Calendars by name."""
    return get("/calendars")


def show_calendar(name: str) -> Call[Calendar]:
    """A calendar, and the jobs that name it."""
    return get(f"/calendars/{segment(name)}")


def define_calendar(
    name: str, calendar: CalendarBody | Json, version: int = 0, key: str = ""
) -> Call[Decision]:
    """Make it, or replace it; with a version only if it still has that one."""
    return write("PUT", f"/calendars/{segment(name)}", key, calendar, version=version)


def delete_calendar(name: str, key: str = "") -> Call[Decision]:
    """Remove a calendar: it stops nobody any more."""
    return write("DELETE", f"/calendars/{segment(name)}", key)


def count_operation(action: str, filter: Json | None = None, q: str = "") -> Call[Count]:  # noqa: A002 - the API's word
    """How many things a bulk operation would be about."""
    return write("POST", "/operations", "", _bulk(action, filter, q, dry_run=True))


def begin_operation(
    action: str,
    filter: Json | None = None,  # noqa: A002 - the API's word
    q: str = "",
    key: str = "",
) -> Call[BegunOperation]:
    """Do it to everything that the filter finds, in the background."""
    return write("POST", "/operations", key, _bulk(action, filter, q, dry_run=False))


def list_operations(limit: int = 50) -> Call[Items[Operation]]:
    """Bulk operations, the newest first."""
    return get("/operations", limit=limit)


def show_operation(operation_id: str) -> Call[Operation]:
    """How far a bulk operation has come."""
    return get(f"/operations/{segment(operation_id)}")


def _bulk(action: Any, found_by: Json | None, q: str, *, dry_run: bool) -> BulkBody:
    return {"action": action, "filter": found_by or {}, "q": q, "dry_run": dry_run}
