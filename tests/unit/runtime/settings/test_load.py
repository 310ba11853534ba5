"""Loading settings: where values come from, and how everything that is wrong is told at once."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from tickwheel.runtime.settings import (
    ApiSettings,
    SchedulerGroup,
    SchedulerSettings,
    SettingsError,
    WorkerSettings,
    load,
)
from tickwheel.runtime.settings.group import cores


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = load(SchedulerSettings, {})
    assert settings.kafka.bootstrap == "127.0.0.1:9092"
    assert settings.kafka.topic_prefix == "tickwheel."
    assert (settings.kafka.partitions, settings.kafka.mailboxes) == (16, 16)
    assert settings.scheduler.lead_ms == 10_000
    assert (settings.scheduler.batch_max_inputs, settings.scheduler.batch_max_ms) == (2_000, 50)


def test_a_worker_has_five_slots_a_core() -> None:
    assert load(WorkerSettings, {}).worker.slots == 5 * cores()


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    file = tmp_path / "tickwheel.env"
    file.write_text("TICKWHEEL_SCHEDULER_LEAD_MS=1000\nTICKWHEEL_KAFKA_NAMESPACE='from file' # a comment\n")
    settings = load(
        SchedulerSettings, {"TICKWHEEL_ENV_FILE": str(file), "TICKWHEEL_SCHEDULER_LEAD_MS": "2000"}
    )
    assert settings.scheduler.lead_ms == 2_000
    assert settings.kafka.namespace == "from file"


def test_a_secret_is_read_from_the_file_that_its_file_variable_names(tmp_path: Path) -> None:
    file = tmp_path / "dsn"
    file.write_text("postgresql://me:hush@db/tickwheel\n")
    settings = load(ApiSettings, {"TICKWHEEL_POSTGRES_DSN_FILE": str(file)})
    assert settings.postgres.dsn.get_secret_value() == "postgresql://me:hush@db/tickwheel"


def test_lists_and_pairs_are_written_with_commas() -> None:
    worker = load(
        WorkerSettings,
        {
            "TICKWHEEL_WORKER_LABELS": "zone=eu, disk=ssd",
            "TICKWHEEL_WORKER_EXTRAS": "gpu=2",
            "TICKWHEEL_WORKER_ALLOW_COMMANDS": "/bin/true,/bin/date",
        },
    ).worker
    assert worker.labels == {"zone": "eu", "disk": "ssd"}
    assert worker.extras == {"gpu": 2}
    assert worker.allow_commands == ("/bin/true", "/bin/date")


def test_all_faults_are_told_together_each_with_its_origin() -> None:
    with pytest.raises(SettingsError) as caught:
        load(
            ApiSettings,
            {
                "TICKWHEEL_KAFKA_BOOTSRAP": "broker:9092",
                "TICKWHEEL_KAFKA_PARTITIONS": "many",
                "TICKWHEEL_API_PORT": "70000",
                "TICKWHEEL_WORKER_SLOTS": "1",
            },
        )
    assert caught.value.faults == (
        "TICKWHEEL_KAFKA_BOOTSRAP (environment) is not a setting: did you mean TICKWHEEL_KAFKA_BOOTSTRAP?",
        "TICKWHEEL_KAFKA_PARTITIONS=many (environment) is wrong: input should be a valid integer, "
        "unable to parse string as an integer",
        "TICKWHEEL_POSTGRES_DSN is not set: set it in the environment, "
        "or TICKWHEEL_POSTGRES_DSN_FILE to a file that holds it",
        "TICKWHEEL_API_PORT=70000 (environment) is wrong: input should be less than or equal to 65535",
    )
    assert str(caught.value).startswith("The settings have 4 faults:\n")


def test_a_secret_given_twice_is_refused() -> None:
    environ = {"TICKWHEEL_POSTGRES_DSN": "postgresql://db/a", "TICKWHEEL_POSTGRES_DSN_FILE": "/nowhere"}
    with pytest.raises(SettingsError, match="TICKWHEEL_POSTGRES_DSN and TICKWHEEL_POSTGRES_DSN_FILE"):
        load(ApiSettings, environ)


@pytest.mark.parametrize("variable", ["TICKWHEEL_ENV_FILE", "TICKWHEEL_KAFKA_SASL_PASSWORD_FILE"])
def test_a_file_that_cannot_be_read_is_named(variable: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(SettingsError, match=f"{variable} names {missing}, which cannot be read"):
        load(SchedulerSettings, {variable: str(missing)})


def test_a_line_of_the_file_that_cannot_be_understood_is_named(tmp_path: Path) -> None:
    file = tmp_path / "my.env"
    file.write_text("# fine\nTICKWHEEL_KAFKA_NAMESPACE\n\n'what is this\nTICKWHEEL_API_PORT=x\n")
    with pytest.raises(SettingsError) as caught:
        load(SchedulerSettings, {"TICKWHEEL_ENV_FILE": str(file)})
    assert caught.value.faults == (
        f"{file} line 2 cannot be understood: write it as NAME=value",
        f"{file} line 4 cannot be understood: write it as NAME=value",
    )


def test_a_variable_of_ours_that_is_read_elsewhere_is_no_fault() -> None:
    load(SchedulerSettings, {"TICKWHEEL_CACHE_DIR": "/var/cache/tickwheel"})


def test_a_file_variable_is_for_secrets_only() -> None:
    with pytest.raises(SettingsError, match=r"TICKWHEEL_KAFKA_BOOTSTRAP_FILE .* is not a setting"):
        load(SchedulerSettings, {"TICKWHEEL_KAFKA_BOOTSTRAP_FILE": "/nowhere"})


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"TICKWHEEL_KAFKA_REPLICATION": "1"}, "TICKWHEEL_KAFKA_.*: min_insync 2 is more than replication 1"),
        ({"TICKWHEEL_KAFKA_SECURITY_PROTOCOL": "sasl_ssl"}, "needs sasl_username and sasl_password"),
        ({"TICKWHEEL_KAFKA_TLS_KEY_PATH": "/key.pem"}, "go together"),
        ({"TICKWHEEL_WORKER_HEARTBEAT_INTERVAL_MS": "5000"}, "at least three heartbeats must fit"),
        ({"TICKWHEEL_WORKER_LABELS": "eu"}, "expected key=value pairs"),
        ({"TICKWHEEL_WORKER_LABELS": "a=1,a=2"}, "the key 'a' is there twice"),
    ],
)
def test_values_that_do_not_agree_are_refused(environ: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        load(WorkerSettings, environ)


def test_settings_are_frozen() -> None:
    settings = load(SchedulerSettings, {})
    with pytest.raises(ValidationError):
        settings.scheduler.lead_ms = 1  # type: ignore[misc]  # that it is refused is the point


def test_settings_made_in_code_read_nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TICKWHEEL_KAFKA_BOOTSTRAP", "elsewhere:9092")
    settings = SchedulerSettings(scheduler=SchedulerGroup(lead_ms=0))
    assert settings.kafka.bootstrap == "127.0.0.1:9092"
    assert load(SchedulerSettings).kafka.bootstrap == "elsewhere:9092"
