"""`tickwheel archive run|list|verify|restore|query|rerun`."""

from typing import Annotated, Any

import typer

from tickwheel.cli.cluster import settings_here
from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_rows
from tickwheel.cli.words import one_of
from tickwheel.protocol.vocabulary import ExecutionStatus

app = typer.Typer(help="Move old months to Parquet files, and bring them back.", no_args_is_help=True)

StoreOption = Annotated[
    str,
    typer.Option(
        "--store",
        help="Where the files are: a directory, or a URL such as s3://bucket/prefix; none: as the settings say.",
    ),
]


@app.command()
def run(store: StoreOption = "") -> None:
    """Archive every month that is over, and delete what was kept for its time: what `system:data-cleanup` does at night."""
    steps = 0
    for step in _operator(store).run():
        steps += 1
        print(step)
    if not steps:
        print("Nothing is due to be archived or deleted.")


@app.command("list")
def list_(output: FormatOption = Format.table) -> None:
    """List the archived months."""
    columns = {
        "month": "MONTH",
        "executions": "EXECUTIONS",
        "attempts": "ATTEMPTS",
        "files": "FILES",
        "bytes": "BYTES",
        "expired": "DELETED",
    }
    show_rows(_operator().months(), columns, output)


@app.command()
def verify(store: StoreOption = "") -> None:
    """Read every file and compare it with the index; name each that differs; exit code 1 if one does."""
    print(f"{_operator(store).verify()} files are whole.")


@app.command()
def restore(
    month: Annotated[str, typer.Argument(help="The month, as 2026-11.")], store: StoreOption = ""
) -> None:
    """Bring a month back as tables of its own, beside the live ones."""
    print("\n".join(_operator(store).restore(month)))


@app.command()
def query(
    statement: Annotated[str, typer.Argument(help="SQL over the tables executions and attempts.")],
    month: Annotated[str, typer.Option(help="Only of this month, as 2026-11.")] = "",
    handler: Annotated[str, typer.Option(help="Only of this handler.")] = "",
    store: StoreOption = "",
    output: FormatOption = Format.table,
) -> None:
    """Ask the archived files by SQL. Nothing is restored."""
    answer = _operator(store).query(statement, month, handler)
    rows = [dict(zip(answer.columns, map(_plain, row), strict=True)) for row in answer.rows]
    show_rows(rows, {name: name.upper() for name in answer.columns}, output)


@app.command()
def rerun(
    month: Annotated[str, typer.Argument(help="The month in which they were created, as 2026-11.")],
    handler: Annotated[str, typer.Option(help="Only of this handler.")] = "",
    job: Annotated[str, typer.Option(help="Only of this job, by its name.")] = "",
    status: Annotated[
        str | None,
        typer.Option(
            parser=one_of(ExecutionStatus),
            metavar="STATUS",
            help="Only those that ended like this, such as FAILED.",
        ),
    ] = None,
    since: Annotated[str, typer.Option(help="Only those due then or later.")] = "",
    until: Annotated[str, typer.Option(help="Only those due before then.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this they are only listed.")] = False,
    store: StoreOption = "",
    output: FormatOption = Format.table,
) -> None:
    """Run archived executions again, as new ones; without --yes only say which."""
    from tickwheel.cli.again import run_again, wanted

    found = _operator(store).plan_rerun(wanted(status or "", job, since, until), month, handler)
    columns = {"execution_id": "EXECUTION", "job_name": "JOB", "handler": "HANDLER", "status": "STATUS"}
    rows = [{name: getattr(each, name) for name in columns} for each in found]
    if yes:
        columns |= {"result": "RESULT"}
        rows = [row | {"result": result} for row, result in zip(rows, run_again(found), strict=True)]
    show_rows(rows, columns, output)
    if not yes and found and output is Format.table:
        print(f"{len(found)} executions would run again. Add --yes to do it.")


def _plain(value: Any) -> Any:
    """What JSON knows stays; an instant, a decimal and the like become text."""
    return value if value is None or isinstance(value, bool | int | float | str | list | dict) else str(value)


def _operator(store: str = "") -> Any:
    from tickwheel.runtime.settings import ArchiveSettings

    settings = settings_here(ArchiveSettings)
    if store:
        settings = settings.model_copy(
            update={"archive": settings.archive.model_copy(update={"store": store})}
        )
    return import_with_extras("tickwheel.projector.archive.operate").Operator(settings)
