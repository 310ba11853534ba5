"""`tickwheel log ...`: replay the journal, see a job as it was, prove the state by the journal."""

import contextlib
from typing import TYPE_CHECKING, Annotated

import typer

from tickwheel.cli.cluster import OpenCluster, open_cluster
from tickwheel.cli.instants import parse_instant, show_instant
from tickwheel.cli.output import Format, FormatOption, show_one, show_rows
from tickwheel.runtime.fault import Fault

if TYPE_CHECKING:
    import msgspec

    from tickwheel.scheduler.journal.journal import Journal
    from tickwheel.scheduler.journal.moment import Moment
    from tickwheel.scheduler.journal.span import Cut

app = typer.Typer(
    help="Replay the event log, travel in time, prove the state by the log.", no_args_is_help=True
)

CutText = str
EXECUTION_COLUMNS = {
    "execution_id": "EXECUTION",
    "status": "STATUS",
    "attempt": "ATTEMPT",
    "due_at": "DUE",
    "worker_id": "WORKER",
    "waiting_reason": "WAITS",
}


class UnknownJobError(Fault):
    """The journal knows no such job at that time."""


@app.command()
def replay(
    job: Annotated[str, typer.Option(help="Only of this job, by name or id.")] = "",
    types: Annotated[
        list[str] | None, typer.Option("--type", help="Only events of this type. May be repeated.")
    ] = None,
    actor: Annotated[str, typer.Option(help="Only what this person or program caused.")] = "",
    execution: Annotated[str, typer.Option(help="Only of this execution, by id.")] = "",
    start: Annotated[
        CutText, typer.Option("--from", help="First instant (ISO-8601), or first offset of each partition.")
    ] = "",
    end: Annotated[CutText, typer.Option("--to", help="The first instant or offset not to print.")] = "",
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Go on with what comes, until Ctrl-C.")
    ] = False,
    output: FormatOption = Format.table,
) -> None:
    """Print events of the journal, oldest first: a line each, or a JSON object a line."""
    from tickwheel.cli import log_lines
    from tickwheel.protocol import ids
    from tickwheel.scheduler.journal.filter import Filter
    from tickwheel.scheduler.journal.span import Span

    if follow and end:
        raise typer.BadParameter("--follow has no end: leave out --to")
    _check_types(types or [])
    span = Span(_cut(start), _cut(end))
    cluster = open_cluster("tickwheel-log")
    wanted = Filter(
        job_id=ids.resolve_job(cluster.namespace, job) if job else "",
        types=frozenset(types or ()),
        actor=actor,
        execution_id=execution,
    )
    lines = log_lines.as_json if output is Format.json else log_lines.as_text
    with contextlib.suppress(KeyboardInterrupt):
        for entry in _journal(cluster).replay(wanted, span, follow=follow):
            print(lines(entry), flush=follow)


@app.command()
def state(
    job: Annotated[str, typer.Option(help="The job's name or id.")],
    at: Annotated[str, typer.Option(help="The instant (ISO-8601); without it, now.")] = "",
    output: FormatOption = Format.table,
) -> None:
    """Show a job as it was at an instant: its definition, its status and its live executions."""
    from tickwheel.protocol import ids

    at_ms = parse_instant(at) if at else None
    cluster = open_cluster("tickwheel-log")
    found = _journal(cluster).state_at(ids.resolve_job(cluster.namespace, job), at_ms)
    if found is None:
        when = f"at {at}" if at else "now"
        raise UnknownJobError(
            f"The journal has no job {job} {when}: look for it with `tickwheel log replay --job {job}`"
        )
    _show_moment(found, output)


@app.command()
def verify(output: FormatOption = Format.table) -> None:
    """Fold the whole journal and compare with the state records; exit code 1 if anything is wrong."""
    import msgspec

    from tickwheel.scheduler.journal.verification import verify as verify_all

    cluster = open_cluster("tickwheel-log")
    found = verify_all(cluster.log, cluster.topics, cluster.codec, cluster.partitions)
    rows = [{**msgspec.to_builtins(each), "wrong": len(each.faults)} for each in found]
    columns = {
        "partition": "PARTITION",
        "events": "EVENTS",
        "jobs": "JOBS",
        "executions": "EXECUTIONS",
        "wrong": "WRONG",
    }
    show_rows(rows, columns, output)
    faults = [fault for each in found for fault in each.faults]
    if output is Format.table:
        print("\n".join(faults) if faults else "The events have no gap, and the state is what they say.")
    if faults:
        raise typer.Exit(1)


@app.command("rebuild-state")
def rebuild_state(output: FormatOption = Format.table) -> None:
    """Make the schedulers' state records anew from the journal. Stop every scheduler first."""
    import msgspec

    from tickwheel.scheduler.journal.rebuild import rebuild

    cluster = open_cluster("tickwheel-log")
    done = list(rebuild(cluster.log, cluster.topics, cluster.codec, cluster.partitions))
    columns = {"partition": "PARTITION", "written": "WRITTEN", "removed": "REMOVED"}
    show_rows([msgspec.structs.asdict(each) for each in done], columns, output)


def _journal(cluster: OpenCluster) -> "Journal":
    from tickwheel.scheduler.journal.journal import Journal

    return Journal(cluster.log, cluster.topics, cluster.codec, cluster.partitions)


def _cut(text: CutText) -> "Cut | None":
    from tickwheel.scheduler.journal.span import Cut

    if not text:
        return None
    return Cut("offset", int(text)) if text.isdecimal() else Cut("time", parse_instant(text))


def _check_types(types: list[str]) -> None:
    from tickwheel.protocol.catalogue import EVENTS

    known = [kind.__name__ for kind in EVENTS]
    unknown = [name for name in types if name not in known]
    if unknown:
        raise typer.BadParameter(f"there is no event {unknown[0]}: it must be one of {', '.join(known)}")


def _show_moment(found: "Moment", output: Format) -> None:
    job = found.job
    summary = {
        "job_id": job.job_id,
        "status": found.status,
        "version": job.version,
        "next_due_at": show_instant(job.next_due_ms),
        "sequence": job.sequence,
        "last_event": f"{type(found.last).__name__} at {show_instant(found.last.at_ms)}",
        "place": f"partition {found.partition} offset {found.offset}",
    }
    definition = {} if job.definition is None else _named(job.definition)
    executions = [{**_named(each), "due_at": show_instant(each.due_ms)} for each in found.executions]
    if output is Format.json:
        show_one({**summary, "definition": definition, "executions": executions}, output)
        return
    shown = {name: value for name, value in definition.items() if value not in ("", None, 0, False, (), {})}
    show_one({**summary, **{f"definition.{name}": value for name, value in shown.items()}}, output)
    if executions:
        print()
        show_rows(executions, EXECUTION_COLUMNS, output)


def _named(state: "msgspec.Struct") -> dict[str, object]:
    """State records are stored as arrays; people want the names of the fields."""
    import msgspec

    return {name: msgspec.to_builtins(value) for name, value in msgspec.structs.asdict(state).items()}
