"""The rules as they are shipped, and the same rules in a hurry: an alert that waits five minutes fires within seconds."""

import pathlib
import re
from typing import Any

import yaml

INFRA = pathlib.Path(__file__).parents[2] / "infra"
FOLDER = INFRA / "prometheus"
FILES = sorted((FOLDER / "rules").glob("*.yml"))

QUICK_WINDOW = "20s"
WINDOWS = ("1m", "5m", "10m", "15m", "1h")

QUICK_THRESHOLDS = {
    "TickwheelSchedulerLagging": ("> 60", "> 4"),
    "TickwheelProjectionLagging": ("> 30", "> 4"),
    "TickwheelDeadLettersGrowing": ("> 100", "> 10"),
    "TickwheelReportsRefused": ("> 20", "> 0"),
    "TickwheelTransactionsFailing": ("> 5", "> 0"),
}
"""What would take minutes to reach, and what is no different at a smaller scale. All else stays as it is."""


def shipped() -> list[dict[str, Any]]:
    return [
        rule
        for path in FILES
        for group in yaml.safe_load(path.read_text())["groups"]
        for rule in group["rules"]
    ]


def alerts() -> list[dict[str, Any]]:
    return [rule for rule in shipped() if "alert" in rule]


def hurried() -> str:
    """One file with all rules, recording ones first: they are evaluated in order."""
    ordered = sorted(shipped(), key=lambda rule: "alert" in rule)
    return yaml.safe_dump(
        {"groups": [{"name": "hurried", "interval": "1s", "rules": [_hurry(r) for r in ordered]}]}
    )


def _hurry(rule: dict[str, Any]) -> dict[str, Any]:
    expression = re.sub(rf"\[({'|'.join(WINDOWS)})\]", f"[{QUICK_WINDOW}]", rule["expr"])
    expression = re.sub(rf"offset ({'|'.join(WINDOWS)})", f"offset {QUICK_WINDOW}", expression)
    if "alert" not in rule:
        return {**rule, "expr": expression}
    if rule["alert"] in QUICK_THRESHOLDS:
        usual, quick = QUICK_THRESHOLDS[rule["alert"]]
        assert usual in expression, rule["alert"]
        expression = expression.replace(usual, quick)
    return {**rule, "expr": expression, "for": "1s"}
