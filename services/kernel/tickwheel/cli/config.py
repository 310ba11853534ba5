"""`tickwheel config show` and `tickwheel config check`."""

from typing import Annotated

import typer

from tickwheel.cli.output import Format, FormatOption, show_rows
from tickwheel.cli.services import ServiceName

app = typer.Typer(help="Look at the settings, and check them.", no_args_is_help=True)

ServiceArgument = Annotated[
    list[ServiceName] | None, typer.Argument(help="Only the settings of these services; none: of all.")
]


@app.command()
def show(
    services: ServiceArgument = None,
    describe: Annotated[bool, typer.Option("--describe", "-d", help="Say what each setting is for.")] = False,
    output: FormatOption = Format.table,
) -> None:
    """List every setting with its value, unit and origin. Secrets are masked."""
    from tickwheel.runtime.settings import SERVICES
    from tickwheel.runtime.settings.report import report

    columns = {"name": "SETTING", "value": "VALUE", "unit": "UNIT", "origin": "ORIGIN"}
    if describe:
        columns["description"] = "MEANING"
    lines = report([SERVICES[service] for service in services or ServiceName])
    show_rows([line._asdict() for line in lines], columns, output)


@app.command()
def check(services: ServiceArgument = None) -> None:
    """Check the settings and tell every fault at once; exit code 1 if there is one."""
    from tickwheel.runtime.settings import SERVICES, SettingsError, load

    names = services or list(ServiceName)
    faults: dict[str, None] = {}
    for name in names:
        try:
            load(SERVICES[name])
        except SettingsError as error:
            faults |= dict.fromkeys(error.faults)
    if faults:
        raise SettingsError(list(faults))
    print(f"The settings of {', '.join(names)} are sound.")
