"""What changed between the versions of a job's definition."""

from typing import Any

from tickwheel.command_api.reads.rows import Row, all_rows
from tickwheel.runtime.postgres.connect import Pool

_VERSIONS = """
SELECT version, changed_at, changed_by, command_id, tickwheel.definition_in_full(definition) AS definition
FROM tickwheel.job_versions WHERE job_id = %s ORDER BY log_offset DESC LIMIT %s
"""
_SOME = """
SELECT DISTINCT ON (version) version, changed_at, changed_by, tickwheel.definition_in_full(definition) AS definition
FROM tickwheel.job_versions WHERE job_id = %s AND version = ANY(%s) ORDER BY version, log_offset DESC
"""


def of_job(pool: Pool, job_id: str, limit: int) -> list[dict[str, Any]]:
    """Each version with the fields in which it differs from the one before, the newest first."""
    found = all_rows(pool, _VERSIONS, (job_id, limit + 1))
    befores = [row["definition"] for row in found[1:]]
    whole = len(found) <= limit
    told = found[: len(found) if whole else limit]
    return [
        _without_definition(row)
        | {"changes": differences(befores[n] if n < len(befores) else {}, row["definition"])}
        for n, row in enumerate(told)
    ]


def between(pool: Pool, job_id: str, first: int, second: int) -> list[dict[str, Any]] | None:
    """The fields in which two versions differ; None if there is no such version."""
    found = {row["version"]: row["definition"] for row in all_rows(pool, _SOME, (job_id, [first, second]))}
    if first not in found or second not in found:
        return None
    return differences(found[first], found[second])


def differences(before: Row, after: Row) -> list[dict[str, Any]]:
    return [
        {"field": field, "before": before.get(field), "after": after.get(field)}
        for field in sorted(before.keys() | after.keys())
        if before.get(field) != after.get(field)
    ]


def _without_definition(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "definition"}
