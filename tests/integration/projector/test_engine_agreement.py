"""The tables say what the engine says: journals of simulated clusters, faults included, folded by both."""

import random
from typing import Any

import pytest
from tests.projections import TOPIC, Projection
from tests.simulation.load import Load
from tests.simulation.nemesis import Nemesis
from tests.simulation.world import World

from tickwheel.protocol.events.event import Event
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.records import Record
from tickwheel.scheduler.engine.fold import Fold
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.status import status_of

pytestmark = pytest.mark.postgres

SEEDS = range(1, 9)


def journal(seed: int, codec: Codec) -> tuple[list[Record], dict[str, str]]:
    """What a cluster wrote while things broke, and which command had which id. It is not healed: executions are left in
    every state."""
    world = World(seed, codec)
    load, nemesis = Load(world), Nemesis(world, 0.1)
    for _ in range(200):
        load.act(chance=0.4)
        nemesis.act()
        world.turn()
    found = world.read(world.topics.events)
    records = [Record(TOPIC, r.partition, r.offset, r.timestamp_ms, r.key, r.value) for r in found]
    return records, {command.command_id: type(command).__name__ for command in world.commands}


def in_uneven_batches(projection: Projection, records: list[Record], dice: random.Random) -> None:
    while records:
        size = dice.choice([1, 2, 5, 50, 500])
        projection.project(records[:size])
        records = records[size:]


def status_rows(projection: Projection) -> dict[str, tuple[Any, ...]]:
    rows = projection.rows(
        "SELECT job_id::text, status, sequence, version, paused_at IS NOT NULL AS paused, deleted_at IS NOT NULL AS deleted "
        "FROM jobs WHERE retired_at IS NULL"
    )
    return {row["job_id"]: tuple(row.values())[1:] for row in rows}


def execution_rows(projection: Projection) -> dict[str, tuple[Any, ...]]:
    """Those that have not ended, and dead letters."""
    rows = projection.rows(
        "SELECT e.execution_id::text, e.status, e.attempt, e.waits_for FROM executions e "
        "LEFT JOIN dead_letters d USING (execution_id) JOIN jobs j ON j.job_id = e.job_id AND j.retired_at IS NULL "
        "WHERE e.status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY') OR d.status = 'OPEN'"
    )
    return {row["execution_id"]: tuple(row.values())[1:] for row in rows}


def as_row(execution: ExecutionState) -> tuple[Any, ...]:
    return (execution.status, execution.attempt, execution.waits_for)


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_and_engine_agree_on_every_job_and_execution(
    projection: Projection, codec: Codec, seed: int
) -> None:
    records, asked = journal(seed, codec)
    fold = Fold()
    for record in records:
        assert fold.apply(codec.decode(record.value or b"", Event)) == ""
    for partition in range(3):
        projection.own(partition)
    in_uneven_batches(projection, records, random.Random(seed))
    assert projection.backlog.stops == {}
    known = {job_id: job for job_id, job in fold.jobs.items() if job.definition is not None}
    assert status_rows(projection) == {
        job_id: (status_of(job), job.sequence, job.version, job.paused_at_ms > 0, job.deleted)
        for job_id, job in known.items()
    }
    assert execution_rows(projection) == {
        execution_id: as_row(execution)
        for executions in fold.executions.values()
        for execution_id, execution in executions.items()
    }
    told = projection.rows("SELECT command_id, command_type FROM commands")
    assert {row["command_id"]: row["command_type"] for row in told} == {
        row["command_id"]: asked[row["command_id"]] for row in told
    }
