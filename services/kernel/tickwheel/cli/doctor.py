"""`tickwheel doctor`: looks at a deployment from outside, and says of everything that is wrong what to do about it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from tickwheel.cli.cluster import open_cluster, running_here
from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_rows

if TYPE_CHECKING:
    from tickwheel.runtime.settings import PostgresGroup

BEHIND = "SELECT coalesce(max(extract(epoch FROM now() - projected_at)), 0)::bigint FROM tickwheel.projection_offsets WHERE stop_reason IS NULL"
STOPPED = "SELECT topic || '[' || partition || ']: ' || stop_reason FROM tickwheel.projection_offsets WHERE stop_reason IS NOT NULL LIMIT 1"
WORKERS = "SELECT count(*) FROM tickwheel.live_workers"
OVERDUE = """
SELECT count(*) FROM tickwheel.executions
WHERE status IN ('PENDING', 'PENDING_RETRY') AND waits_for = 'time' AND not_before < now() - interval '1 minute'
"""
DEAD = "SELECT count(*) FROM tickwheel.dead_letters WHERE status = 'OPEN'"


class Finding(NamedTuple):
    check: str
    verdict: str
    """ok, wrong, or look: worth a look, and no fault."""
    found: str
    remedy: str = ""


def doctor(output: FormatOption = Format.table) -> None:
    """Check Kafka, the topics, Postgres, the tables, the workers and what is overdue; exit code 1 if something is wrong."""
    findings = [*_of_kafka(), *_of_postgres()]
    columns = {"check": "CHECK", "verdict": "VERDICT", "found": "FOUND", "remedy": "REMEDY"}
    show_rows([finding._asdict() for finding in findings], columns, output)
    if any(finding.verdict == "wrong" for finding in findings):
        raise typer.Exit(1)


def _of_kafka() -> Iterator[Finding]:
    from tickwheel.cli.topics import cluster_topics
    from tickwheel.runtime.fault import Fault
    from tickwheel.runtime.log.errors import LogError

    try:
        cluster = open_cluster("tickwheel-doctor")
        yield Finding("kafka", "ok", f"{cluster.partitions} partitions, namespace {cluster.namespace}")
        differences = cluster_topics().verify(())
    except (Fault, LogError) as fault:
        yield Finding("kafka", "wrong", str(fault), "see TICKWHEEL_KAFKA_* in `tickwheel config show`")
        return
    yield from (
        Finding(
            "topics", "wrong", f"{each.topic}: {each.what} is {each.found}, not {each.declared}", each.remedy
        )
        for each in differences
    )
    if not differences:
        yield Finding("topics", "ok", "as declared")


def _of_postgres() -> Iterator[Finding]:
    postgres = import_with_extras("tickwheel.runtime.postgres")
    components = import_with_extras("tickwheel.runtime.postgres.components")
    psycopg = import_with_extras("psycopg")
    try:
        with postgres.connect(_postgres(), "doctor") as connection:
            yield Finding("postgres", "ok", "answers")
            behind = [
                migration.file
                for component in components.present_components()
                for migration in postgres.pending(connection, component.package, component.schema)
            ]
            if behind:
                yield Finding(
                    "tables", "wrong", f"{len(behind)} migrations are missing", "run `tickwheel migrate`"
                )
                return
            yield Finding("tables", "ok", "up to date")
            yield from _of_tables(lambda query: connection.execute(query).fetchone())
    except psycopg.Error as fault:
        yield Finding(
            "postgres", "wrong", str(fault).strip(), "see TICKWHEEL_POSTGRES_DSN in `tickwheel config show`"
        )


def _of_tables(ask: Callable[[str], Any]) -> Iterator[Finding]:
    stopped = ask(STOPPED)
    if stopped is not None:
        yield Finding("projection", "wrong", str(stopped[0]), "docs/runbook.md: TickwheelProjectionStopped")
    else:
        yield Finding("projection", "ok", f"last written {ask(BEHIND)[0]} s ago")
    workers = ask(WORKERS)[0]
    remedy = "" if workers else "start one with `tickwheel worker run`"
    yield Finding("workers", "ok" if workers else "wrong", f"{workers} alive", remedy)
    overdue = ask(OVERDUE)[0]
    remedy = "`tickwheel execution why` tells of each what it waits for" if overdue else ""
    yield Finding("overdue", "wrong" if overdue else "ok", f"{overdue} executions", remedy)
    dead = ask(DEAD)[0]
    yield Finding("dead letters", "look" if dead else "ok", str(dead), "`tickwheel dlq list`" if dead else "")


def _postgres() -> "PostgresGroup":
    from tickwheel.runtime.settings import MigrateSettings, PostgresGroup, load

    here = running_here()
    return (
        load(MigrateSettings).postgres
        if here is None
        else PostgresGroup.model_validate({"dsn": here["postgres"]})
    )
