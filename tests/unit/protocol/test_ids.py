"""Ids that two who have never met agree on."""

import uuid

from hypothesis import given
from hypothesis import strategies as st

from tickwheel.protocol import ids


@given(st.text(max_size=20), st.text(max_size=20))
def test_ids_are_those_that_any_language_computes_as_uuid5(name: str, occurrence: str) -> None:
    job = ids.job_id("default", name)
    assert job == str(uuid.uuid5(ids.TICKWHEEL, f"default/{name}"))
    assert ids.execution_id(job, occurrence) == str(uuid.uuid5(uuid.UUID(job), occurrence))


def test_a_job_is_found_by_its_name_and_by_its_id_in_either_case() -> None:
    job = ids.job_id("default", "report")
    assert ids.resolve_job("default", "report") == job
    assert ids.resolve_job("default", job) == job
    assert ids.resolve_job("default", job.upper()) == job
