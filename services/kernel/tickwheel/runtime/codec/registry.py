"""What a schema registry would answer about our schemas, read-only and without I/O: the API serves it, tests do too.

Subjects are the full names of records (Confluent's RecordNameStrategy), because our topics carry several types.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from tickwheel.runtime.codec.schemas import Schemas, full_name

SUBJECT_NOT_FOUND = 40401
VERSION_NOT_FOUND = 40402
SCHEMA_NOT_FOUND = 40403

CONTENT_TYPE = "application/vnd.schemaregistry.v1+json"


class Answer(msgspec.Struct, frozen=True):
    status: int
    body: Any


class Registry:
    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._subjects: dict[str, list[int]] = {}
        """The ids of each record, oldest first: the n-th is its version n."""
        for id_ in sorted(schemas.by_id, key=lambda id_: (id_ in schemas.ids.values(), id_)):
            self._subjects.setdefault(full_name(schemas.by_id[id_]), []).append(id_)
        subject = r"(?P<subject>[\w.]+)"
        self._routes: list[tuple[re.Pattern[str], Callable[..., Answer]]] = [
            (re.compile(r"/schemas/types"), lambda: Answer(200, ["AVRO"])),
            (re.compile(r"/schemas/ids/(?P<id_>[0-9]{1,10})"), self._schema),
            (re.compile(r"/schemas/ids/(?P<id_>[0-9]{1,10})/versions"), self._where),
            (re.compile(r"/subjects"), lambda: Answer(200, sorted(self._subjects))),
            (re.compile(rf"/subjects/{subject}/versions"), self._versions),
            (re.compile(rf"/subjects/{subject}/versions/(?P<version>[0-9]{{1,10}}|latest)"), self._version),
            (re.compile(r"/config(/.*)?"), lambda: Answer(200, {"compatibilityLevel": "FULL_TRANSITIVE"})),
            (re.compile(r"/mode(/.*)?"), lambda: Answer(200, {"mode": "READONLY"})),
        ]

    def get(self, path: str) -> Answer:
        """`path` begins with a slash and has no query."""
        for route, answer in self._routes:
            if found := route.fullmatch(path):
                return answer(**found.groupdict())
        return _missing(404, "no such page in this read-only registry")

    def look_up(self, subject: str, schema: str) -> Answer:
        """`POST /subjects/<subject>`: which version is this schema? Serialisers ask it before they write."""
        try:
            asked = msgspec.json.decode(schema)
        except (msgspec.DecodeError, RecursionError):
            return Answer(422, {"error_code": 42201, "message": "the schema is not JSON"})
        for number, id_ in enumerate(self._subjects.get(subject, ()), 1):
            if meaning(self._schemas.by_id[id_]) == meaning(asked):
                return self._version(subject, str(number))
        return _missing(SCHEMA_NOT_FOUND, f"no version of {subject} has this schema")

    def _schema(self, id_: str) -> Answer:
        if int(id_) not in self._schemas.by_id:
            return _missing(SCHEMA_NOT_FOUND, f"no schema has the id {id_}")
        return Answer(200, {"schema": self._schemas.text(int(id_))})

    def _where(self, id_: str) -> Answer:
        found = [
            {"subject": subject, "version": ids.index(int(id_)) + 1}
            for subject, ids in self._subjects.items()
            if int(id_) in ids
        ]
        return Answer(200, found) if found else _missing(SCHEMA_NOT_FOUND, f"no schema has the id {id_}")

    def _versions(self, subject: str) -> Answer:
        ids = self._subjects.get(subject)
        if ids is None:
            return _missing(SUBJECT_NOT_FOUND, f"no subject {subject}: GET /subjects lists them")
        return Answer(200, list(range(1, len(ids) + 1)))

    def _version(self, subject: str, version: str) -> Answer:
        ids = self._subjects.get(subject)
        if ids is None:
            return _missing(SUBJECT_NOT_FOUND, f"no subject {subject}: GET /subjects lists them")
        number = len(ids) if version == "latest" else int(version)
        if not 1 <= number <= len(ids):
            return _missing(VERSION_NOT_FOUND, f"{subject} has the versions 1 to {len(ids)}")
        id_ = ids[number - 1]
        body = {"subject": subject, "version": number, "id": id_, "schema": self._schemas.text(id_)}
        return Answer(200, body)


def meaning(schema: Any) -> Any:
    """The schema without its documentation: what may not change under one id."""
    if isinstance(schema, dict):
        return {key: meaning(value) for key, value in schema.items() if key != "doc"}
    return [meaning(item) for item in schema] if isinstance(schema, list) else schema


def _missing(code: int, message: str) -> Answer:
    return Answer(404, {"error_code": code, "message": message})
