"""The closed sets of words of the protocol. The wire carries them as strings, so that old readers survive new words."""

from typing import Literal

WhenKind = Literal["cron", "interval", "at", "delay", "now", "manual"]
DstGap = Literal["next_valid", "skip", "shift"]
DstRepeat = Literal["first", "second", "both"]
Delivery = Literal["at_least_once", "at_most_once"]
Overlap = Literal["skip", "buffer_one", "buffer_all", "cancel_running", "allow"]
CatchUp = Literal["skip", "latest", "all"]
DependencyMode = Literal["all", "any"]
JobStatus = Literal["SCHEDULED", "QUEUED", "RUNNING", "PAUSED", "COMPLETED", "FAILED", "DELETED"]
ExecutionStatus = Literal[
    "PENDING",
    "QUEUED",
    "RUNNING",
    "COMPLETED",
    "FAILED",
    "PENDING_RETRY",
    "CANCELLED",
    "DEDUPLICATED",
    "SKIPPED",
]
Origin = Literal["schedule", "catch_up", "one_off", "trigger", "dependency", "backfill", "retry"]
OutcomeStatus = Literal["completed", "failed", "timed_out", "cancelled", "recalled", "released", "deferred"]
FailureKind = Literal["error", "timed_out", "lost", "refused"]
WaitsFor = Literal["time", "turn", "resume", "upstreams"]
SkipReason = Literal[
    "overlap",
    "paused",
    "catch_up_skip",
    "catch_up_latest",
    "catch_up_window",
    "catch_up_cap",
    "calendar",
    "updated",
    "deleted",
    "upstreams",
    "loop",
]
RecallReason = Literal["cancel", "pause", "update", "delete", "timeout", "overlap"]
Lane = Literal["critical", "high", "normal", "low"]
CalendarEffect = Literal["exclude", "hold"]
LogLevel = Literal["debug", "info", "warning", "error"]
BreakerState = Literal["closed", "open", "half_open"]
