"""`tickwheel archive run|list|verify|restore`."""

from typing import Annotated, Any

import typer

from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.output import Format, FormatOption, show_rows

app = typer.Typer(help="Move old months to Parquet files, and bring them back.", no_args_is_help=True)

StoreOption = Annotated[
    str,
    typer.Option("--store", help="Where the files are: a directory, or a URL such as s3://bucket/prefix."),
]
DEFAULT_STORE = ".tickwheel/archive"


@app.command()
def run(
    store: StoreOption = DEFAULT_STORE,
    keep_days: Annotated[int, typer.Option(min=0, help="Days that a month stays after its end.")] = 30,
    log_days: Annotated[int, typer.Option(min=0, help="Days that log lines and progress are kept.")] = 7,
    output: FormatOption = Format.table,
) -> None:
    """Archive every month that is over, drop it when its files are verified, and delete old log lines."""
    months = _operator().run(store, keep_days, log_days)
    rows = [{"month": f"{month.start():%Y-%m}"} for month in months]
    if rows or output is Format.json:
        show_rows(rows, {"month": "ARCHIVED"}, output)
    else:
        print("No month is due to be archived.")


@app.command("list")
def list_(output: FormatOption = Format.table) -> None:
    """List the archived months."""
    columns = {
        "month": "MONTH",
        "executions": "EXECUTIONS",
        "attempts": "ATTEMPTS",
        "files": "FILES",
        "bytes": "BYTES",
    }
    show_rows(_operator().months(), columns, output)


@app.command()
def verify(store: StoreOption = DEFAULT_STORE) -> None:
    """Read every file and compare it with the index; exit code 1 at the first that differs."""
    print(f"{_operator().verify(store)} files are whole.")


@app.command()
def restore(
    month: Annotated[str, typer.Argument(help="The month, as 2026-11.")], store: StoreOption = DEFAULT_STORE
) -> None:
    """Bring a month back as tables of its own, beside the live ones."""
    print("\n".join(_operator().restore(store, month)))


def _operator() -> Any:
    from tickwheel.runtime.settings import MigrateSettings, load

    return import_with_extras("tickwheel.projector.archive.operate").Operator(load(MigrateSettings))
