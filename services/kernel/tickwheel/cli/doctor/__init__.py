"""`tickwheel doctor`: looks at a deployment from outside, and says of everything that is wrong what to do about it."""

from typing import Annotated

import typer

from tickwheel.cli.output import Format, FormatOption, show_rows
from tickwheel.cli.services import ServiceName

ServiceOption = Annotated[
    ServiceName | None,
    typer.Option(
        "--service", help="See too whether the login of these settings has the rights of this service."
    ),
]
QueueOption = Annotated[
    list[str] | None,
    typer.Option("--queue", "-q", help="With --service: a queue it works for. May be repeated."),
]


def doctor(
    service: ServiceOption = None, queues: QueueOption = None, output: FormatOption = Format.table
) -> None:
    """Check Kafka, topics, rights, schedulers, tables, clocks, workers, lag and what is overdue; exit code 1 if something is wrong."""
    from tickwheel.cli.doctor import kafka, tables

    patient = kafka.Patient(service, tuple(queues or ["default"]))
    findings = [*kafka.look(patient), *tables.look(patient)]
    columns = {"check": "CHECK", "verdict": "VERDICT", "found": "FOUND", "remedy": "REMEDY"}
    show_rows([finding._asdict() for finding in findings], columns, output)
    if any(finding.verdict == "wrong" for finding in findings):
        raise typer.Exit(1)
