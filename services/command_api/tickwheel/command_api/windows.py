"""A window of time in a query: its defaults and its bounds."""

from datetime import UTC, datetime, timedelta

from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem


def now(parts: Parts) -> datetime:
    return datetime.fromtimestamp(parts.clock.now_ms() / 1_000, UTC)


def window(
    since: datetime | None, until: datetime | None, default: timedelta, longest: timedelta, end: datetime
) -> tuple[datetime, datetime]:
    """From `since` to `until`; what is left out ends at `end` and lasts `default`."""
    try:
        last = until or (since + default if since else end)
        first = since or last - default
    except OverflowError as error:
        detail = "expected a window between the years 1 and 9999: give both since and until"
        raise Problem(422, "invalid", detail, field="since" if since else "until") from error
    if first >= last:
        raise Problem(422, "invalid", "expected since to be before until", field="since")
    if last - first > longest:
        raise Problem(422, "invalid", f"expected a window of at most {longest.days} days", field="since")
    return first, last
