"""Everything the API can be asked, once for both clients: each method makes a call, a client sends it."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from tickwheel.client.call import Call, Json, get, segment, write
from tickwheel.runtime.fresh_ids import RandomIds

Answer = TypeVar("Answer")
"""Json for the client that waits, an awaitable of it for the other."""


class Operations(ABC, Generic[Answer]):
    """`key` is the Idempotency-Key of a write: give one to make the write yours to repeat, even from another process."""

    _ids = RandomIds()

    @abstractmethod
    def _send(self, call: Call) -> Answer:
        """Send it, and give its answer or the promise of one."""

    # Jobs.

    def create_job(self, spec: Json, key: str = "") -> Answer:
        return self._write("POST", "/jobs", key, spec)

    def create_jobs(self, specs: list[Json], key: str = "") -> Answer:
        """Up to 1,000 at once; each has a result of its own."""
        return self._write("POST", "/jobs:batch", key, {"jobs": specs})

    def update_job(self, job: str, spec: Json, version: int = 0, key: str = "") -> Answer:
        call = write("PUT", f"/jobs/{segment(job)}", self._key(key), spec)
        return self._send(_of_version(call, version))

    def delete_job(self, job: str, version: int = 0, key: str = "") -> Answer:
        call = write("DELETE", f"/jobs/{segment(job)}", self._key(key))
        return self._send(_of_version(call, version))

    def pause_job(self, job: str, reason: str = "", key: str = "") -> Answer:
        return self._write("POST", f"/jobs/{segment(job)}/pause", key, {"reason": reason})

    def resume_job(self, job: str, missed: str = "skip", key: str = "") -> Answer:
        return self._write("POST", f"/jobs/{segment(job)}/resume", key, {"missed": missed})

    def trigger_job(
        self,
        job: str,
        payload: Json | None = None,
        run_at: str | None = None,
        dedup_key: str = "",
        key: str = "",
    ) -> Answer:
        body = {"payload": payload, "run_at": run_at, "dedup_key": dedup_key}
        return self._write("POST", f"/jobs/{segment(job)}/trigger", key, body)

    def backfill_job(
        self,
        job: str,
        since: str,
        until: str,
        *,
        dry_run: bool = True,
        rate_per_minute: int = 0,
        key: str = "",
    ) -> Answer:
        body = {
            "job": job,
            "since": since,
            "until": until,
            "dry_run": dry_run,
            "rate_per_minute": rate_per_minute,
        }
        return self._write("POST", "/admin/backfill", key, body)

    def list_jobs(self, **query: Any) -> Answer:
        """A page; `query` as in the API: status, handler, q, sort, limit, cursor and so on."""
        return self._send(get("/jobs", **query))

    def show_job(self, job: str, min_offset: str = "") -> Answer:
        return self._send(get(f"/jobs/{segment(job)}", min_offset=min_offset))

    def next_runs(self, job: str, n: int = 10) -> Answer:
        return self._send(get(f"/jobs/{segment(job)}/next", n=n))

    def job_history(self, job: str, at: str = "", limit: int = 1_000) -> Answer:
        return self._send(get(f"/jobs/{segment(job)}/history", at=at, limit=limit))

    # Executions.

    def list_executions(self, job: str = "", **query: Any) -> Answer:
        return self._send(get("/executions", job=job, **query))

    def show_execution(self, execution_id: str, min_offset: str = "") -> Answer:
        return self._send(get(f"/executions/{segment(execution_id)}", min_offset=min_offset))

    def why(self, execution_id: str, min_offset: str = "") -> Answer:
        return self._send(get(f"/executions/{segment(execution_id)}/why", min_offset=min_offset))

    def execution_logs(
        self, execution_id: str, after: str = "0:0", level: str = "debug", limit: int = 1_000
    ) -> Answer:
        path = f"/executions/{segment(execution_id)}/logs"
        return self._send(get(path, after=after, level=level, limit=limit))

    def cancel_execution(self, execution_id: str, reason: str = "", key: str = "") -> Answer:
        return self._write("POST", f"/executions/{segment(execution_id)}/cancel", key, {"reason": reason})

    def retry_execution(self, execution_id: str, key: str = "") -> Answer:
        return self._write("POST", f"/executions/{segment(execution_id)}/retry", key)

    # Dead letters.

    def list_dead_letters(self, **query: Any) -> Answer:
        return self._send(get("/dead-letter", **query))

    def redrive_dead_letter(self, execution_id: str, payload: Json | None = None, key: str = "") -> Answer:
        return self._write("POST", f"/dead-letter/{segment(execution_id)}/retry", key, {"payload": payload})

    def dismiss_dead_letter(self, execution_id: str, reason: str = "", key: str = "") -> Answer:
        path = f"/dead-letter/{segment(execution_id)}"
        return self._send(write("DELETE", path, self._key(key), reason=reason))

    # The fleet, and the people.

    def list_workers(self, *, gone: bool = False, queue: str = "") -> Answer:
        return self._send(get("/workers", gone=gone, queue=queue))

    def drain_worker(self, worker: str, deadline_s: int = 300) -> Answer:
        return self._write("POST", f"/workers/{segment(worker)}/drain", "", {"deadline_s": deadline_s})

    def list_handlers(self) -> Answer:
        return self._send(get("/handlers"))

    def list_queues(self) -> Answer:
        return self._send(get("/queues"))

    def summary(self) -> Answer:
        return self._send(get("/metrics/summary"))

    def list_users(self) -> Answer:
        return self._send(get("/users"))

    def create_user(self, name: str, role: str, password: str) -> Answer:
        return self._write("POST", "/users", "", {"name": name, "role": role, "password": password})

    def create_token(self, name: str, scopes: list[str], user: str = "") -> Answer:
        return self._write("POST", "/tokens", "", {"name": name, "scopes": scopes, "user": user})

    def _write(self, method: str, path: str, key: str, json: Json | None = None) -> Answer:
        return self._send(write(method, path, self._key(key), json))

    def _key(self, key: str) -> str:
        return key or self._ids.uuid()


def _of_version(call: Call, version: int) -> Call:
    if not version:
        return call
    return Call(
        method=call.method,
        path=call.path,
        params=call.params,
        json=call.json,
        headers={**call.headers, "If-Match": f'"{version}"'},
    )
