"""Jobs: make, change, steer, look at."""

from typing import Any

from tickwheel.client.answers import (
    BatchResults,
    Decision,
    Items,
    Job,
    JobLine,
    JobSpec,
    Json,
    NextRuns,
    Page,
    Skipped,
    Validation,
)
from tickwheel.client.call import Call, get, segment, write


def create_job(spec: JobSpec | Json, key: str = "") -> Call[Decision]:
    """Make a job."""
    return write("POST", "/jobs", key, spec)


def create_jobs(specs: list[JobSpec] | list[Json], key: str = "") -> Call[BatchResults]:
    """Up to 1,000 at once; each has a result of its own."""
    return write("POST", "/jobs:batch", key, {"jobs": specs})


def validate_job(spec: JobSpec | Json, existing: str = "") -> Call[Validation]:
    """Whether a job would be accepted, and when it would run; `existing` is the job that it would replace."""
    return Call(
        method="POST", path="/jobs:validate", json=spec, params={"existing": existing} if existing else {}
    )


def update_job(job: str, spec: JobSpec | Json, version: int = 0, key: str = "") -> Call[Decision]:
    """Replace a job's definition; with a version only if it still has that one."""
    return write("PUT", f"/jobs/{segment(job)}", key, spec, version=version)


def delete_job(job: str, version: int = 0, key: str = "") -> Call[Decision]:
    """End a job for good; what runs is cancelled."""
    return write("DELETE", f"/jobs/{segment(job)}", key, version=version)


def pause_job(job: str, reason: str = "", key: str = "") -> Call[Decision]:
    """Stop a job's schedule until it is resumed."""
    return write("POST", f"/jobs/{segment(job)}/pause", key, {"reason": reason})


def resume_job(job: str, missed: str = "skip", key: str = "") -> Call[Decision]:
    """Let a paused job's schedule go on; what fell into the pause is skipped, or run: `latest` or `all`."""
    return write("POST", f"/jobs/{segment(job)}/resume", key, {"missed": missed})


def trigger_job(
    job: str, payload: Json | None = None, run_at: str | None = None, dedup_key: str = "", key: str = ""
) -> Call[Decision]:
    """Run a job now, or at an instant, beside its schedule."""
    body = {"payload": payload, "run_at": run_at, "dedup_key": dedup_key}
    return write("POST", f"/jobs/{segment(job)}/trigger", key, body)


def backfill_job(
    job: str, since: str, until: str, *, dry_run: bool = True, rate_per_minute: int = 0, key: str = ""
) -> Call[Decision]:
    """Run a job for every due time of a past range; a dry run only says what would run."""
    times = {"job": job, "since": since, "until": until}
    how = {"dry_run": dry_run, "rate_per_minute": rate_per_minute}
    return write("POST", "/admin/backfill", key, times | how)


def list_jobs(**query: Any) -> Call[Page[JobLine]]:
    """A page of jobs, the newest first."""
    return get("/jobs", **query)


def show_job(job: str, min_offset: str = "") -> Call[Job]:
    """A job with all that is known of it."""
    return get(f"/jobs/{segment(job)}", min_offset=min_offset)


def next_runs(job: str, n: int = 10) -> Call[NextRuns]:
    """When a job will run next."""
    return get(f"/jobs/{segment(job)}/next", n=n)


def preview_schedule(**query: Any) -> Call[NextRuns]:
    """When something of this `schedule` or `interval`, in this `timezone`, would run."""
    return get("/schedules/next", **query)


def list_skipped(job: str, limit: int = 100, min_offset: str = "") -> Call[Items[Skipped]]:
    """The due times of a job that did not run, each with its reason."""
    return get(f"/jobs/{segment(job)}/skipped", limit=limit, min_offset=min_offset)
