"""Examples for the OpenAPI document: one for every parameter, body and answer, made from their schemas and the words of this
table. A test holds them to the schemas."""

from typing import Any

Schema = dict[str, Any]

JOB_ID = "6f6c3f0a-5b0e-5d3c-9a57-0c5f8f1b7a11"
EXECUTION_ID = "0d8b2c34-7d3e-5f0a-8a34-5f6f4c1d2e3f"
WORKER_ID = "b7e0c0de-52c1-4d0e-9a77-3f2f1e0d9c8b"
COMMAND_ID = "c7e2fb4b-bf61-4488-be39-dae5dd132175"
INSTANT = "2026-01-31T09:00:00Z"

OF_FIELD: dict[str, Any] = {
    "job": "nightly-report",
    "job_id": JOB_ID,
    "job_name": "nightly-report",
    "name": "nightly-report",
    "user_name": "ada",
    "execution_id": EXECUTION_ID,
    "command_id": COMMAND_ID,
    "cause_id": COMMAND_ID,
    "worker": "worker-1",
    "worker_id": WORKER_ID,
    "instance": "worker-1",
    "handler": "noop",
    "handlers": ["noop"],
    "owner": "ada",
    "actor": "ada",
    "created_by": "ada",
    "changed_by": "ada",
    "queue": "default",
    "priority": 50,
    "status": "SCHEDULED",
    "job_status": "SCHEDULED",
    "schedule": "0 9 * * *",
    "cron": "0 9 * * *",
    "timezone": "Europe/Berlin",
    "offset": "1:397",
    "min_offset": "1:397",
    "version": 1,
    "tzdata_version": "2026.1",
    "payload": {"report": "daily"},
    "tags": {"team": "billing"},
    "channels": ["jobs", "executions"],
    "Last-Event-ID": "0:17,1:4",
    "If-Match": '"1"',
    "Idempotency-Key": "order-4711",
    "title": "conflict",
    "type": "JobCreated",
    "code": "conflict",
    "detail": "expected to create job nightly-report, but there is one",
    "password": "correct horse battery",
    "role": "user",
    "subject": "tickwheel.commands.CreateJob",
    "path": "subjects",
    "schema": "{}",
    "level": "info",
    "message": "42 rows written",
    "why": "no live worker in queue gpu",
    "interval": "15m",
    "interval_ms": None,
    "run_at": None,
    "hostname": "host-1",
    "address": "10.0.0.7:9100",
    "due_at": INSTANT,
    "local": "2026-01-31T10:00:00+01:00",
    "day": "2026-01-31",
    "definition": {"name": "nightly-report", "handler": "noop", "when": "cron", "cron": "0 9 * * *"},
}
"""By the name of the field or parameter, where that says more than its type."""

OF_FORMAT = {"uuid": JOB_ID, "date-time": INSTANT, "date": "2026-01-31"}
OF_TYPE: dict[str, Any] = {"string": "", "integer": 1, "number": 1.0, "boolean": True, "null": None}

_DECIDED = {
    "job_id": JOB_ID,
    "command_id": COMMAND_ID,
    "decided": True,
    "status": "SCHEDULED",
    "version": 1,
    "offset": "1:397",
}

BODIES: dict[str, Any] = {
    "Decision": _DECIDED,
    "BatchResult": {"status": 201, "result": _DECIDED},
    "PauseBody": {"reason": "the supplier is down"},
    "ResumeBody": {"missed": "latest"},
    "CancelBody": {"reason": "not needed any more"},
    "RedriveBody": {"payload": {"report": "daily"}},
    "DrainBody": {"deadline_s": 60},
    "User": {
        "user_id": "5b0c2a52-3a57-4f4e-9a0b-5f0f6f1d7c3e",
        "name": "ada",
        "role": "user",
        "created_at": INSTANT,
        "created_by": "root",
        "disabled_at": None,
    },
    "Me": {"name": "ada", "role": "user", "kind": "session", "may": ["run", "view"], "csrf_token": "5f0c..."},
    "JobSpec": {
        "name": "nightly-report",
        "handler": "noop",
        "schedule": "0 9 * * *",
        "timezone": "Europe/Berlin",
    },
    "BulkBody": {"action": "pause_jobs", "filter": {"queue": "reports"}, "dry_run": True},
    "NewUser": {"name": "ada", "role": "user", "password": "correct horse battery"},
    "CalendarBody": {"effect": "exclude", "timezone": "Europe/Berlin", "days": ["2026-12-24", "2026-12-25"]},
    "UserChange": {"disabled": True},
    "NewToken": {"name": "nightly deploy", "scopes": ["view", "run"]},
    "Login": {"name": "ada", "password": "correct horse battery"},
    "TriggerBody": {"payload": {"report": "monthly"}},
    "BackfillBody": {
        "job": "nightly-report",
        "since": "2026-01-01T00:00:00Z",
        "until": "2026-02-01T00:00:00Z",
    },
}
"""Whole documents, where the fields alone would not make sense together."""

BATCH = {"jobs": [{"name": "nightly-report", "handler": "noop"}]}


class Examples:
    """Makes them for one document."""

    def __init__(self, document: Schema) -> None:
        self._named: dict[str, Schema] = document["components"]["schemas"]

    def of(self, schema: Schema, field: str = "") -> Any:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return BODIES[name] if name in BODIES else self.of(self._named[name], field)
        if schema.get("examples"):
            return schema["examples"][0]
        for word in ("const", "default"):
            if word in schema and schema[word] not in ("", None):
                return schema[word]
        if "enum" in schema:
            return OF_FIELD[field] if OF_FIELD.get(field) in schema["enum"] else schema["enum"][0]
        return self._by_structure(schema, field)

    def _by_structure(self, schema: Schema, field: str) -> Any:
        choices = schema.get("anyOf") or schema.get("oneOf")
        if choices:
            return self._by_choice(choices, field)
        if schema.get("type") == "object" and "properties" in schema:
            wanted = schema.get("required", ())
            return {name: self.of(schema["properties"][name], name) for name in wanted}
        if field in OF_FIELD and _fits(OF_FIELD[field], schema.get("type")):
            return OF_FIELD[field]
        if schema.get("type") == "array":
            return [self.of(schema.get("items", {}), field)] if "items" in schema else []
        if schema.get("type") == "object":
            return {}
        return OF_FORMAT.get(schema.get("format", ""), OF_TYPE.get(schema.get("type", "")))

    def _by_choice(self, choices: list[Schema], field: str) -> Any:
        """The nullable ones that this table does not know are left empty, as they mostly are."""
        nullable = any(choice.get("type") == "null" for choice in choices)
        if nullable and field and OF_FIELD.get(field) is None:
            return None
        return self.of(next(choice for choice in choices if choice.get("type") != "null"), field)


def _fits(value: Any, type_: str | None) -> bool:
    kinds: dict[str, Any] = {"string": str, "integer": int, "object": dict, "array": list, "number": float}
    return type_ is None or isinstance(value, kinds.get(type_, ()))
