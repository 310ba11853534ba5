"""Journals of one-off jobs that ran well, as a scheduler would have written them: five events a job."""

from collections.abc import Iterator
from itertools import islice

from tests.histories import History

from tickwheel.runtime.codec import Codec

EVENTS_A_JOB = 5
UNDER_WAY = 1_500
"""Jobs whose events interleave."""

Keyed = tuple[bytes, bytes]
"""Key and value of a record."""


def interleaved(codec: Codec, jobs: int) -> Iterator[Keyed]:
    """Every job's first event, then every job's second, and so on, for so many jobs at a time as are under way."""
    numbers = iter(range(jobs))
    while under_way := [run(codec, f"job-{number}") for number in islice(numbers, UNDER_WAY)]:
        for step in zip(*under_way, strict=True):
            yield from step


def run(codec: Codec, name: str, start_ms: int | None = None) -> list[Keyed]:
    """The events of one job."""
    when = {} if start_ms is None else {"start_ms": start_ms}
    history = History(name, when="now", payload='{"report": 7, "to": "ada@example.org"}', **when).created()
    history.ran()
    key = history.job_id.encode()
    return [(key, codec.encode(event)) for event in history.events]
