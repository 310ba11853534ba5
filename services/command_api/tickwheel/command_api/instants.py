"""Instants in requests: ISO 8601 with an offset. A bare number or a time without an offset is refused."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BeforeValidator


def _written_out(value: Any) -> Any:
    """Nobody knows whether 0.5 means seconds or milliseconds."""
    if isinstance(value, int | float) or (isinstance(value, str) and value.replace(".", "").isdigit()):
        raise ValueError("write it with an offset, as 2026-01-31T09:00:00+01:00")
    return value


Instant = Annotated[AwareDatetime, BeforeValidator(_written_out)]


def epoch_ms(instant: datetime | None) -> int:
    return 0 if instant is None else round(instant.timestamp() * 1_000)
