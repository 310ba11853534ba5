"""Exit codes, help, and what starting the program must not import."""

import subprocess
import sys

from tests.unit.cli.conftest import Invoke, Program


def test_a_foreseeable_fault_is_one_message_without_traceback_and_exit_code_1(program: Program) -> None:
    done = program("config", "check", "api")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(
        "tickwheel: The settings have 1 fault:\n  TICKWHEEL_POSTGRES_DSN is not set"
    )
    assert "Traceback" not in done.stderr


def test_wrong_usage_is_exit_code_2(program: Program) -> None:
    done = program("config", "check", "no-such-service")
    assert done.returncode == 2
    assert "no-such-service" in done.stderr


def test_help_names_every_sub_command(invoke: Invoke) -> None:
    result = invoke("--help")
    assert result.exit_code == 0
    for name in ("scheduler", "worker", "projector", "api", "config", "version"):
        assert name in result.output


def test_completion_can_be_installed(invoke: Invoke) -> None:
    assert "--install-completion" in invoke("--help").output


def test_starting_up_imports_nothing_heavy() -> None:
    heavy = (
        "confluent_kafka",
        "fastavro",
        "psycopg",
        "pydantic",
        "prometheus_client",
        "structlog",
        "rich.table",
    )
    script = f"import sys, tickwheel.cli.main; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_reader_that_goes_away_is_no_crash() -> None:
    script = f"{sys.executable} -m tickwheel.cli config show -o json | true"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
