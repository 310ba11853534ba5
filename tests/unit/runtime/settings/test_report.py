"""The report of the settings: every one, its origin, and never a secret."""

from pathlib import Path

import pytest

from tickwheel.runtime.settings import SERVICES
from tickwheel.runtime.settings.catalogue import UNITS, settings_of
from tickwheel.runtime.settings.report import Line, report
from tickwheel.runtime.settings.values import MASK, masked_url


def line(name: str, environ: dict[str, str]) -> Line:
    return next(line for line in report(SERVICES.values(), environ) if line.name == name)


def test_tells_the_origin_of_each_value(tmp_path: Path) -> None:
    file = tmp_path / "my.env"
    file.write_text("TICKWHEEL_KAFKA_NAMESPACE=two\n")
    environ = {"TICKWHEEL_ENV_FILE": str(file), "TICKWHEEL_API_PORT": "1"}
    assert line("TICKWHEEL_API_PORT", environ)[1:4] == ("1", "", "environment")
    assert line("TICKWHEEL_KAFKA_NAMESPACE", environ)[1:4] == ("two", "", f"file {file}")
    assert line("TICKWHEEL_SCHEDULER_LEAD_MS", environ)[1:4] == ("10000", "milliseconds", "default")
    assert line("TICKWHEEL_POSTGRES_DSN", environ)[1:4] == (None, "", "not set")


def test_masks_secrets() -> None:
    environ = {
        "TICKWHEEL_KAFKA_SASL_PASSWORD": "hush",
        "TICKWHEEL_POSTGRES_DSN": "postgresql://me:hush@db:5432/tickwheel",
    }
    assert "hush" not in str(report(SERVICES.values(), environ))
    assert line("TICKWHEEL_POSTGRES_DSN", environ).value == f"postgresql://me:{MASK}@db:5432/tickwheel"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://db/tickwheel", "postgresql://db/tickwheel"),
        ("postgresql://me:p@ss@db/x", f"postgresql://me:{MASK}@db/x"),
        ("postgresql://db/x?password=hush", MASK),
        ("host=db password=hush", MASK),
        ("postgresql://[bad", MASK),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, shown: str) -> None:
    assert masked_url(url) == shown


def test_every_setting_is_described_and_no_two_share_a_variable() -> None:
    catalogue = settings_of(SERVICES.values())
    assert all(setting.description.endswith(".") for setting in catalogue.values())
    pairs = {(setting.group, setting.field) for setting in catalogue.values()}
    assert len(pairs) == len(catalogue)


def test_a_length_of_time_has_its_unit_in_its_name() -> None:
    words = ("timeout", "interval", "deadline", "retention", "lease", "lead")
    for setting in settings_of(SERVICES.values()).values():
        if any(word in setting.field for word in words):
            assert setting.field.rpartition("_")[2] in UNITS, setting.name
