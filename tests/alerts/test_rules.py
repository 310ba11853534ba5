"""The rules and the dashboard as they are shipped: checked by promtool, and against the metrics that exist."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.alerts import rules
from tests.alerts.debian import program
from tests.alerts.faults import FAULTS

from tickwheel.runtime import metrics

ROOT = Path(__file__).parents[2]
DASHBOARD = json.loads((rules.INFRA / "grafana" / "tickwheel.json").read_text())
QUERIES = [
    target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ()) if "expr" in target
]
NAMES = [rule["alert"] for rule in rules.alerts()]


def existing() -> set[str]:
    exposed = set()
    for name in metrics.EXPORTERS:
        exposed |= {name, f"{name}_bucket", f"{name}_sum", f"{name}_count"}
    return exposed | {rule["record"] for rule in rules.shipped() if "record" in rule}


def named_in(expression: str) -> set[str]:
    return set(re.findall(r"tickwheel[_:][a-z0-9_:]+", re.sub(r'"[^"]*"', "", expression)))


def test_promtool_accepts_the_rules_and_their_unit_tests_pass() -> None:
    for arguments in (["check", "rules", *map(str, rules.FILES)], ["test", "rules", "tests.yml"]):
        done = subprocess.run(
            [program("promtool"), *arguments],
            cwd=rules.FOLDER,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_promtool_accepts_the_configuration() -> None:
    done = subprocess.run(
        [program("promtool"), "check", "config", "--syntax-only", "prometheus.yml"],
        cwd=rules.FOLDER, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("expression", [*(rule["expr"] for rule in rules.shipped()), *QUERIES])
def test_every_query_names_metrics_that_exist(expression: str) -> None:
    assert named_in(expression) <= existing()
    assert named_in(expression) or expression.startswith(
        ("up{", "absent(up{", "label_replace(absent(up{", "count(ALERTS{")
    )


def test_the_dashboard_can_be_imported_anywhere() -> None:
    assert DASHBOARD["uid"] == "tickwheel"
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    sources = {
        target["datasource"]["uid"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ())
    }
    assert sources == {"${datasource}"}


@pytest.mark.parametrize("name", NAMES)
def test_every_alert_has_a_unit_test_a_runbook_and_a_real_fault(name: str) -> None:
    assert f"- name: {name}\n" in (rules.FOLDER / "tests.yml").read_text()
    assert f"\n## {name}\n" in (ROOT / "docs" / "runbook.md").read_text()
    assert any(name in fired for _, fired in FAULTS)


@pytest.mark.parametrize("rule", rules.alerts(), ids=NAMES)
def test_every_alert_says_how_bad_it_is_and_what_to_do(rule: dict[str, object]) -> None:
    assert rule["labels"] in ({"severity": "warning"}, {"severity": "critical"})
    annotations = rule["annotations"]
    assert isinstance(annotations, dict)
    assert {"summary", "description", "runbook"} == annotations.keys()
    assert annotations["runbook"] == f"docs/runbook.md#{str(rule['alert']).lower()}"
