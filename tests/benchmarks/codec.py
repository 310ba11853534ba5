"""Messages to bytes and back, and partitions: `python tests/benchmarks/codec.py` prints one JSON line of microseconds."""

import json
import sys
from collections.abc import Callable
from time import thread_time
from typing import TypedDict

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.job import CreateJob, TriggerJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.execution import ExecutionCompleted
from tickwheel.protocol.events.job import JobCreated
from tickwheel.protocol.message import Message
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.routing import murmur2, partition_for
from tickwheel.runtime.codec import Codec

ID = "6f1c5d0e-1f0b-5d7e-9f53-7469636b7768"
NOW = 1_700_000_000_000
DEFINITION = JobDefinition(
    name="reports.daily", handler="reports.run", when="cron", cron="0 3 * * *", tags={"team": "finance"}
)
MESSAGES: list[Message] = [
    AttemptClaim(job_id=ID, execution_id=ID, attempt=1, worker_id=ID, starts_at_ms=NOW),
    ExecutionCompleted(
        job_id=ID,
        sequence=5,
        at_ms=NOW,
        job_status="SCHEDULED",
        execution_id=ID,
        attempt=1,
        worker_id=ID,
        started_at_ms=NOW,
        finished_at_ms=NOW,
        result="",
    ),
    AttemptOutcome(
        job_id=ID,
        job_name="reports.daily",
        execution_id=ID,
        attempt=1,
        handler="reports.run",
        queue="default",
        worker_id=ID,
        status="completed",
        due_ms=NOW,
        started_at_ms=NOW,
        finished_at_ms=NOW,
    ),
    JobCreated(
        job_id=ID,
        sequence=1,
        at_ms=NOW,
        job_status="SCHEDULED",
        cause_id=ID,
        definition=DEFINITION,
        version=1,
        next_due_ms=NOW,
        tzdata_version="2026.1",
    ),
]


class Figures(TypedDict):
    scenario: str
    encode_us: dict[str, float]
    decode_us: dict[str, float]
    command_us: dict[str, float]
    partition_us: dict[str, float]


def measure() -> Figures:
    codec = Codec()
    data = {type(message).__name__: codec.encode(message) for message in MESSAGES}
    as_json = json.dumps({"type": "TriggerJob", "command_id": ID, "job": ID, "payload": {"n": 1}}).encode()
    commands = {
        "TriggerJob": codec.encode(TriggerJob(command_id=ID, job=ID)),
        "CreateJob": codec.encode(CreateJob(command_id=ID, definition=DEFINITION)),
        "TriggerJob as JSON": as_json,
    }
    key = ID.encode()
    return Figures(
        scenario="codec",
        encode_us={type(message).__name__: _us(codec.encode, message) for message in MESSAGES},
        decode_us={name: _us(codec.decode, value) for name, value in data.items()},
        command_us={name: _us(codec.decode_command, value) for name, value in commands.items()},
        partition_us={"murmur2": _us(murmur2, key), "known key": _us(partition_for, key, 16)},
    )


def _us(work: Callable[..., object], *arguments: object, times: int = 5_000, rounds: int = 7) -> float:
    """The best of a few rounds, in CPU time: what a busy neighbour takes does not count."""
    best = float("inf")
    for _ in range(rounds):
        start = thread_time()
        for _ in range(times):
            work(*arguments)
        best = min(best, thread_time() - start)
    return round(best / times * 1e6, 2)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
