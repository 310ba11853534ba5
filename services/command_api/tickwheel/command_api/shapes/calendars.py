"""Named calendars as reads show them."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from tickwheel.protocol.vocabulary import CalendarEffect


class WindowShown(BaseModel):
    """Empty text: not said."""

    weekdays: str
    starts: str
    ends: str
    first_date: str
    last_date: str


class CalendarLine(BaseModel):
    calendar_id: UUID
    name: str
    effect: CalendarEffect
    everywhere: bool
    timezone: str
    days: list[str]
    windows: list[WindowShown]
    description: str
    version: int
    defined_at: datetime
    defined_by: str
    log_offset: int


class JobNamed(BaseModel):
    job_id: UUID
    name: str


class Calendar(CalendarLine):
    jobs: list[JobNamed] = Field(description="Those that name it; of a user none are told.")
