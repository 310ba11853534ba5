"""`tickwheel config show` and `check`."""

import json

import pytest
from tests.unit.cli.conftest import Invoke

from tickwheel.cli.services import ServiceName
from tickwheel.runtime.settings import SERVICES, SettingsError


def test_show_prints_value_unit_and_origin(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TICKWHEEL_SCHEDULER_LEAD_MS", "500")
    rows = {
        row["name"]: row for row in json.loads(invoke("config", "show", "scheduler", "-o", "json").output)
    }
    lead = rows["TICKWHEEL_SCHEDULER_LEAD_MS"]
    assert (lead["value"], lead["unit"], lead["origin"]) == ("500", "milliseconds", "environment")
    assert rows["TICKWHEEL_KAFKA_BOOTSTRAP"]["origin"] == "default"
    assert "TICKWHEEL_WORKER_SLOTS" not in rows


def test_show_masks_secrets_in_both_forms(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TICKWHEEL_POSTGRES_DSN", "postgresql://me:hush@db/tickwheel")
    for arguments in (["-o", "json"], []):
        output = invoke("config", "show", *arguments).output
        assert "hush" not in output
        assert "postgresql://me:********@db/tickwheel" in output


def test_show_works_with_faulty_settings_too(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TICKWHEEL_API_PORT", "many")
    result = invoke("config", "show", "api", "--describe")
    assert result.exit_code == 0
    assert "many" in result.output
    assert "Port to listen on" in result.output


def test_check_says_that_all_is_well(invoke: Invoke) -> None:
    result = invoke("config", "check", "scheduler", "worker")
    assert result.exit_code == 0
    assert result.output == "The settings of scheduler, worker are sound.\n"


def test_check_tells_a_fault_that_services_share_once(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TICKWHEEL_KAFKA_PARTITIONS", "0")
    result = invoke("config", "check")
    assert isinstance(result.exception, SettingsError)
    assert len(result.exception.faults) == 2  # the partitions, and the database that nobody named


def test_every_service_with_settings_has_its_name() -> None:
    assert list(ServiceName) == list(SERVICES)
