"""The bodies of writes besides a job's definition."""

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from tickwheel.command_api.instants import Instant
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.wording import FIELDS
from tickwheel.protocol.vocabulary import CatchUp

PAYLOAD_BYTES = 256 * 1024

_PLAIN = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        FIELDS.update(cls.model_fields)


class PauseBody(Body):
    reason: str = Field("", max_length=1_000, examples=["the supplier is down"])


class ResumeBody(Body):
    missed: CatchUp = Field("skip", description="What becomes of the due times of the pause.")


class TriggerBody(Body):
    payload: dict[str, Any] | None = Field(None, description="Instead of the job's own.")
    run_at: Instant | None = Field(None, description="When to run; now if left out.")
    dedup_key: str = Field("", max_length=255)
    priority: StrictInt | None = Field(None, ge=0, le=100)


class CancelBody(Body):
    reason: str = Field("", max_length=1_000)


class RedriveBody(Body):
    payload: dict[str, Any] | None = Field(None, description="Instead of the original.")


class BackfillBody(Body):
    job: str = Field(min_length=1, max_length=255, description="Name or id.")
    since: Instant = Field(description="First instant of the range.")
    until: Instant = Field(description="First instant after it.")
    rate_per_minute: StrictInt = Field(0, ge=0, le=60_000, description="0: the cluster's default.")
    dry_run: StrictBool = Field(True, description="Only say what would run.")


class DrainBody(Body):
    deadline_s: StrictInt = Field(300, ge=0, le=86_400, description="What still runs then is ended.")


def payload_text(payload: dict[str, Any] | None) -> str:
    """As the log carries it; empty for none. Too much is refused here, before Kafka sees it."""
    if payload is None:
        return ""
    try:
        text = _PLAIN.encode(payload)
        size = len(text) if text.isascii() else len(text.encode())
    except (ValueError, RecursionError) as error:
        raise Problem(
            422, "invalid", f"expected payload to be plain JSON, but {error}", field="payload"
        ) from error
    if size > PAYLOAD_BYTES:
        raise Problem(
            413,
            "too_large",
            f"expected payload to be at most {PAYLOAD_BYTES} bytes, but it is {size}: send a reference instead",
            field="payload",
        )
    return text
