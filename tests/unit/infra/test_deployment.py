"""What stands in infra/ names commands, settings and metrics that exist, opens nothing to the world, and is well-formed."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from tickwheel.cli.main import app
from tickwheel.runtime.settings import SERVICES, load

ROOT = Path(__file__).parents[3]
INFRA = ROOT / "infra"
COMPOSE: dict[str, Any] = yaml.safe_load((INFRA / "compose.yaml").read_text())
VALUES: dict[str, Any] = yaml.safe_load((INFRA / "helm/tickwheel/values.yaml").read_text())
KNOWN = set(re.findall(r"`(TICKWHEEL_[A-Z0-9_]+)`", (ROOT / "docs/settings.md").read_text()))
METRICS = (ROOT / "docs/metrics.md").read_text()


def _has_command(arguments: list[str]) -> bool:
    found: Any = typer.main.get_command(app)
    for word in arguments:
        if word.startswith("-") or not hasattr(found, "commands"):
            return True
        if word not in found.commands:
            return False
        found = found.commands[word]
    return True


OWN = {name: each for name, each in COMPOSE["services"].items() if each.get("image") == "tickwheel"}


@pytest.mark.parametrize("name", OWN)
def test_compose_runs_a_command_that_exists_with_settings_that_exist(name: str) -> None:
    assert _has_command(OWN[name]["command"]), OWN[name]["command"]
    assert set(OWN[name]["environment"]) <= KNOWN | {"PGPASSWORD"}


@pytest.mark.parametrize("name", [name for name in OWN if name in SERVICES])
def test_compose_gives_a_service_all_the_settings_it_needs(name: str) -> None:
    given = {key: re.sub(r"\$\{\w+:\?[^}]*\}", "p", value) for key, value in OWN[name]["environment"].items()}
    load(SERVICES[name], given)


def test_compose_keeps_the_archive_where_the_image_lets_it_be_written() -> None:
    image = (INFRA / "Dockerfile").read_text()
    assert OWN["housekeeping"]["environment"]["TICKWHEEL_ARCHIVE_STORE"] == "/archive"
    assert OWN["housekeeping"]["volumes"] == ["archive:/archive"]
    assert "install --directory --owner=10001 --group=10001 /archive" in image


def test_compose_opens_ports_on_loopback_only() -> None:
    ports = [port for each in COMPOSE["services"].values() for port in each.get("ports", ())]
    assert ports
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_compose_knows_no_default_password() -> None:
    text = (INFRA / "compose.yaml").read_text()
    assert re.findall(r"PASSWORD: (?!\$\{\w+:\?)", text) == []


def test_prometheus_scrapes_every_service_that_compose_keeps_running() -> None:
    scraped = yaml.safe_load((INFRA / "prometheus/prometheus.yml").read_text())["scrape_configs"]
    files = {
        job["file_sd_configs"][0]["files"][0].removeprefix("targets/"): job["job_name"] for job in scraped
    }
    kept = {name for name, each in OWN.items() if each.get("restart") != "no"}
    assert {f"{name}.yml" for name in kept} == files.keys()
    for file in files:
        assert (INFRA / "prometheus/compose-targets" / file).exists(), file


@pytest.mark.parametrize("name", VALUES["services"])
def test_the_chart_runs_commands_that_exist_with_settings_that_exist(name: str) -> None:
    service = VALUES["services"][name]
    assert _has_command(service["args"]), service["args"]
    assert set(service.get("settings", {})) <= KNOWN
    assert set(VALUES["settings"]) <= KNOWN


def test_the_scaler_asks_for_a_metric_that_exists() -> None:
    asked = re.findall(r"tickwheel_\w+", (INFRA / "helm/tickwheel/templates/keda.yaml").read_text())
    assert [name for name in asked if f"`{name}`" not in METRICS] == []


def test_the_image_does_not_run_as_root() -> None:
    users = re.findall(r"^USER (\S+)$", (INFRA / "Dockerfile").read_text(), re.MULTILINE)
    assert users[-1:] == ["10001"]
