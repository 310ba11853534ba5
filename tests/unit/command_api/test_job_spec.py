"""A job as people write it, and as the log carries it."""

import pytest

from tickwheel.command_api.job_spec import AS_THEY_ARE, JobSpec
from tickwheel.protocol.definition import JobDefinition

PLAIN = JobDefinition(name="a", handler="b")


@pytest.mark.parametrize("field", sorted(AS_THEY_ARE))
def test_what_was_not_said_means_the_same_to_both(field: str) -> None:
    assert getattr(JobSpec(name="a", handler="b"), field) == getattr(PLAIN, field)


def test_what_was_said_is_in_the_definition() -> None:
    spec = JobSpec(name="a", handler="b", priority=91, labels={"gpu": "yes"}, overlap="allow")
    made = spec.definition("default", "me")
    assert (made.priority, made.labels, made.overlap, made.owner) == (91, {"gpu": "yes"}, "allow", "me")


def test_nothing_but_a_name_and_a_handler_is_the_plain_definition() -> None:
    assert JobSpec(name="a", handler="b").definition("default", "") == PLAIN
