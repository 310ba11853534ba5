"""Named calendars: days and windows in which jobs do not run, or wait. Shared by all jobs that name them."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import AfterValidator, Field, StrictBool

from tickwheel.command_api import documents, replies
from tickwheel.command_api.bodies import Body
from tickwheel.command_api.paths import with_slashes
from tickwheel.command_api.problems import not_found
from tickwheel.command_api.reads import calendars, offsets
from tickwheel.command_api.requests import ExpectedVersion, ManageOrder, Offset, PartsOf, Viewer
from tickwheel.command_api.shapes import calendars as shape
from tickwheel.protocol import ids
from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.vocabulary import CalendarEffect

router = APIRouter(prefix="/calendars", tags=["calendars"])

JOBS_TOLD = 1_000
CalendarPath = Annotated[
    str, Path(min_length=1, max_length=246, description="Name of the calendar."), AfterValidator(with_slashes)
]
Date = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-12-24"])]
Time = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", examples=["22:00"])]


class Window(Body):
    """A daily window, on some weekdays, between two dates."""

    weekdays: str = Field("", max_length=100, description="Such as MON-FRI or SAT,SUN; empty for every day.")
    starts: Time | None = Field(None, description="Local time; the start of the day if left out.")
    ends: Time | None = Field(None, description="Local time, the next day if it is not after the start.")
    first_date: Date | None = None
    last_date: Date | None = None


class CalendarBody(Body):
    effect: CalendarEffect = Field(
        description="exclude: due times inside are skipped; hold: they wait until it is over."
    )
    everywhere: StrictBool = Field(False, description="For every job, as a maintenance window.")
    timezone: str = Field("UTC", max_length=255)
    days: list[Date] = Field([], max_length=5_000, description="Whole days.")
    windows: list[Window] = Field([], max_length=500)
    description: str = Field("", max_length=1_000)

    def definition(self, name: str) -> CalendarDefinition:
        return CalendarDefinition(
            name=name,
            effect=self.effect,
            everywhere=self.everywhere,
            timezone=self.timezone,
            days=tuple(self.days),
            windows=tuple(CalendarWindow(**_said(window)) for window in self.windows),
            description=self.description,
        )


def _location(name: str) -> str:
    return f"/api/v1/calendars/{quote(name, safe='')}"


def _said(window: Window) -> dict[str, str]:
    return {field: value for field, value in window.model_dump().items() if value}


@router.get("", **documents.documented(model=documents.Items[shape.CalendarLine]))
def list_calendars(
    request: Request, parts: PartsOf, viewer: Viewer, limit: Annotated[int, Query(ge=1, le=1_000)] = 500
) -> Response:
    """List calendars by name."""
    return documents.answer(request, {"items": calendars.everything(parts.pool, limit)})


@router.get("/{name}", **documents.documented(404, model=shape.Calendar))
def show(
    name: CalendarPath, request: Request, parts: PartsOf, viewer: Viewer, min_offset: Offset = ""
) -> Response:
    """Show a calendar; to an admin also the jobs that name it. Its ETag is what If-Match wants."""
    offsets.wait_for(parts, min_offset)
    found = calendars.calendar(parts.pool, ids.calendar_id(parts.namespace, name))
    if found is None:
        raise not_found("calendar", name)
    found["jobs"] = calendars.jobs_that_name(parts.pool, name, JOBS_TOLD) if viewer.sees_all else []
    return documents.answer(request, found, f"{found['version']}.{found['log_offset']}")


@router.put("/{name}", **replies.documented(404, 412))
async def define(
    name: CalendarPath, body: CalendarBody, order: ManageOrder, version: ExpectedVersion
) -> Response:
    """Make a calendar, or replace it: jobs that name it follow at once. With If-Match only if it still has that version."""
    command = DefineCalendar(**order.stamp(), definition=body.definition(name), expected_version=version)
    calendar_id = ids.calendar_id(order.parts.namespace, name)
    answer = await order.decide(command, calendar_id, location=_location(name))
    order.parts.new_calendars.remember(name)
    return answer


@router.delete("/{name}", **replies.documented(404))
async def delete(name: CalendarPath, order: ManageOrder) -> Response:
    """Remove a calendar: it stops nobody any more."""
    command = DeleteCalendar(**order.stamp(), name=name)
    calendar_id = ids.calendar_id(order.parts.namespace, name)
    answer = await order.decide(command, calendar_id, location=_location(name))
    order.parts.new_calendars.forget(name)
    return answer
