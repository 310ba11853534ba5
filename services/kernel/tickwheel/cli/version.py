"""`tickwheel version`."""

import typer

from tickwheel.cli.output import Format, FormatOption, show_one


def version(output: FormatOption = Format.table) -> None:
    """Show the version of Tickwheel and of what it stands on."""
    import platform
    from importlib import metadata

    import confluent_kafka

    from tickwheel.runtime.version import version as tickwheel_version

    show_one(
        {
            "tickwheel": tickwheel_version(),
            "python": platform.python_version(),
            "confluent-kafka": confluent_kafka.__version__,
            "librdkafka": confluent_kafka.libversion()[0],
            "tzdata": metadata.version("tzdata"),
            "platform": platform.platform(),
        },
        output,
    )


def print_short(wanted: bool) -> None:
    """For `tickwheel --version`: one line, and nothing else is done."""
    if wanted:
        from tickwheel.runtime.version import version as tickwheel_version

        print(f"tickwheel {tickwheel_version()}")
        raise typer.Exit
