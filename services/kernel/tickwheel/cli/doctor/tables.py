"""Postgres as the doctor sees it: the tables, how far they are, whose clock is wrong, who works and what is overdue."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tickwheel.cli.cluster import settings_here
from tickwheel.cli.doctor.finding import Finding, some
from tickwheel.cli.doctor.kafka import Patient
from tickwheel.cli.doctor.lag import lag
from tickwheel.cli.extras import import_with_extras
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.records import TopicPartition

if TYPE_CHECKING:
    from tickwheel.runtime.settings import PostgresGroup

BEHIND_FOR_S = 30.0
SKEW_S = 1.0
OVERDUE_AFTER_MS = 60_000
CONNECTION = "see TICKWHEEL_POSTGRES_DSN in `tickwheel config show`"

POSITIONS = "SELECT topic, partition, next_offset FROM tickwheel.projection_offsets WHERE stop_reason IS NULL"
STOPPED = "SELECT topic || '[' || partition || ']: ' || stop_reason FROM tickwheel.projection_offsets WHERE stop_reason IS NOT NULL ORDER BY 1"
NOW = "SELECT extract(epoch FROM clock_timestamp()) * 1000"
AHEAD = """
SELECT 'worker ' || instance, extract(epoch FROM last_seen_at - clock_timestamp())::float8 FROM tickwheel.workers
WHERE last_seen_at > clock_timestamp() + %(skew)s * interval '1 second'
UNION ALL
SELECT 'schedulers', max(extract(epoch FROM event_at - clock_timestamp()))::float8 FROM tickwheel.projection_offsets
HAVING max(event_at) > clock_timestamp() + %(skew)s * interval '1 second'
"""
WORKERS = "SELECT queue, count(*), count(*) FILTER (WHERE draining) FROM tickwheel.live_workers GROUP BY queue ORDER BY queue"
UNSERVED = "SELECT queue, pending + queued FROM tickwheel.queues WHERE workers = 0 AND pending + queued > 0 ORDER BY queue"
UNKNOWN = """
SELECT DISTINCT handler FROM tickwheel.jobs j
WHERE paused_at IS NULL AND deleted_at IS NULL AND retired_at IS NULL AND NOT EXISTS (
    SELECT FROM tickwheel.live_workers w WHERE w.queue = j.queue AND w.handlers ? j.handler
) ORDER BY handler
"""
DEAD = "SELECT count(*) FROM tickwheel.dead_letters WHERE status = 'OPEN'"


def look(patient: Patient) -> Iterator[Finding]:
    try:
        postgres = import_with_extras("tickwheel.runtime.postgres")
        psycopg = import_with_extras("psycopg")
    except Fault as fault:
        yield Finding("postgres", "look", str(fault))
        return
    try:
        with postgres.connect(_settings(), "doctor") as connection:
            yield Finding("postgres", "ok", "answers")
            behind = _missing_migrations(postgres, connection)
            if behind:
                remedy = "run `tickwheel migrate`"
                yield Finding(
                    "tables", "wrong", f"too old: these migrations are missing: {some(behind)}", remedy
                )
                return
            yield Finding("tables", "ok", "up to date")
            yield from _of_projection(patient, connection)
            yield from _of_clocks(connection)
            yield from _of_workers(connection)
            yield _of_overdue(connection)
            yield _of_dead_letters(connection)
    except (Fault, psycopg.Error) as fault:
        yield Finding("postgres", "wrong", str(fault).strip(), CONNECTION)


def _missing_migrations(postgres: Any, connection: Any) -> list[str]:
    components = import_with_extras("tickwheel.runtime.postgres.components")
    return [
        migration.file
        for component in components.present_components()
        for migration in postgres.pending(connection, component.package, component.schema)
    ]


def _of_projection(patient: Patient, connection: Any) -> Iterator[Finding]:
    stopped = [row[0] for row in connection.execute(STOPPED).fetchall()]
    if stopped:
        yield Finding("projection", "wrong", some(stopped), "docs/runbook.md: TickwheelProjectionStopped")
    if patient.cluster is None:
        return
    positions = {TopicPartition(*row[:2]): row[2] for row in connection.execute(POSITIONS).fetchall()}
    events = patient.cluster.topics.events
    stopped_ones = {each.partition(":")[0] for each in stopped}
    for number in range(patient.cluster.partitions):
        if f"{events}[{number}]" not in stopped_ones:
            positions.setdefault(TopicPartition(events, number), 0)
    try:
        with closing(patient.cluster.log.consumer(None)) as reader:
            late = lag(reader, positions)
    except Fault as fault:
        yield Finding("projection", "wrong", str(fault))
        return
    if late.age_s > BEHIND_FOR_S:
        yield Finding(
            "projection",
            "wrong",
            f"the tables are {late.age_s:.0f} s and {late.records} records behind",
            "start a projector, or see docs/runbook.md: TickwheelProjectionLagging",
        )
    elif not stopped:
        yield Finding("projection", "ok", "the tables hold what is in the journal")


def _of_clocks(connection: Any) -> Iterator[Finding]:
    clock = SystemClock()
    before_ms = clock.now_ms()
    (there_ms,) = connection.execute(NOW).fetchone()
    here_ms = (before_ms + clock.now_ms()) / 2
    wrong = [(who, float(by_s)) for who, by_s in connection.execute(AHEAD, {"skew": SKEW_S}).fetchall()]
    skew_s = here_ms / 1_000 - float(there_ms) / 1_000
    if abs(skew_s) > SKEW_S:
        wrong.append(("this machine", skew_s))
    if wrong:
        told = some([f"{who} by {by_s:+.1f} s" for who, by_s in wrong])
        yield Finding(
            "clocks", "wrong", f"not those of Postgres: {told}", "run a time daemon (chrony, ntpd) everywhere"
        )
    else:
        yield Finding("clocks", "ok", f"this machine and Postgres differ by {abs(skew_s) * 1_000:.0f} ms")


def _of_workers(connection: Any) -> Iterator[Finding]:
    alive = connection.execute(WORKERS).fetchall()
    told = ", ".join(f"{count} in queue {queue}" for queue, count, _ in alive)
    draining = [f"queue {queue}" for queue, count, drains in alive if drains == count]
    remedy = "start one with `tickwheel worker run`"
    if not alive:
        yield Finding("workers", "wrong", "none is alive", remedy)
    elif draining:
        yield Finding("workers", "look", f"all of {some(draining)} are draining", remedy)
    else:
        yield Finding("workers", "ok", told)
    unserved = [f"{count} in queue {queue}" for queue, count in connection.execute(UNSERVED).fetchall()]
    if unserved and alive:
        remedy = "start a worker with TICKWHEEL_WORKER_QUEUE set to it"
        yield Finding("queues", "wrong", f"work waits and nobody serves it: {some(unserved)}", remedy)
    unknown = [row[0] for row in connection.execute(UNKNOWN).fetchall()] if alive else []
    if unknown:
        yield Finding(
            "handlers",
            "look",
            f"jobs ask for what no live worker of their queue has: {some(unknown)}",
            "deploy a worker that has them, or delete the jobs",
        )


def _of_overdue(connection: Any) -> Finding:
    overdue = import_with_extras("tickwheel.watch.overdue")
    found = overdue.read_overdue(connection, OVERDUE_AFTER_MS)
    if found:
        told = some([each.sentence() for each in found])
        return Finding("overdue", "wrong", told, "docs/runbook.md: TickwheelWorkOverdue")
    return Finding("overdue", "ok", "nothing")


def _of_dead_letters(connection: Any) -> Finding:
    (dead,) = connection.execute(DEAD).fetchone()
    return Finding(
        "dead letters", "look" if dead else "ok", str(dead), "`tickwheel dlq list`" if dead else ""
    )


def _settings() -> "PostgresGroup":
    from tickwheel.runtime.settings import MigrateSettings

    return settings_here(MigrateSettings).postgres
