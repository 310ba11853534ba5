"""A real Prometheus that scrapes a stack every second and evaluates the hurried rules."""

import json
import pathlib
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Self

from tests.alerts import rules
from tests.alerts.debian import program
from tests.e2e.dev import eventually

from tickwheel.embedded import ports
from tickwheel.embedded.stack import Stack

KINDS = ("scheduler", "worker", "projector", "api", "watch", "health")


class Prometheus:
    def __init__(self, stack: Stack, folder: pathlib.Path) -> None:
        self._port = ports.free_ports(1)[0]
        self._folder = folder
        (folder / "rules.yml").write_text(rules.hurried())
        (folder / "prometheus.yml").write_text(json.dumps(_config(stack)))
        self._process: subprocess.Popen[bytes] | None = None

    def firing(self) -> set[str]:
        """Names of the alerts that fire now."""
        found = self._ask("alerts")["alerts"]
        return {alert["labels"]["alertname"] for alert in found if alert["state"] == "firing"}

    def query(self, expression: str) -> list[dict[str, Any]]:
        result: list[dict[str, Any]] = self._ask("query", query=expression)["result"]
        return result

    def targets_up(self) -> int:
        return sum(target["health"] == "up" for target in self._ask("targets")["activeTargets"])

    def rule_faults(self) -> list[str]:
        groups = self._ask("rules")["groups"]
        return [rule["lastError"] for group in groups for rule in group["rules"] if rule.get("lastError")]

    def __enter__(self) -> Self:
        with (self._folder / "prometheus.log").open("wb") as log:
            self._process = subprocess.Popen(
                [
                    program("prometheus"),
                    f"--config.file={self._folder / 'prometheus.yml'}",
                    f"--storage.tsdb.path={self._folder / 'data'}",
                    f"--web.listen-address=127.0.0.1:{self._port}",
                    "--storage.tsdb.retention.time=1h",
                ],
                stdout=log,
                stderr=log,
            )
        try:
            eventually(self._is_ready, 30)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)

    def _is_ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "prometheus.log").read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/-/ready", timeout=2) as answer:
                return int(answer.status) == 200
        except (urllib.error.URLError, OSError):
            return False

    def _ask(self, what: str, **parameters: str) -> Any:
        query = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self._port}/api/v1/{what}?{query}", timeout=10
        ) as answer:
            return json.load(answer)["data"]


def _config(stack: Stack) -> dict[str, Any]:
    return {
        "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
        "rule_files": ["rules.yml"],
        "scrape_configs": [
            {
                "job_name": f"tickwheel-{kind}",
                "static_configs": [
                    {"targets": [f"127.0.0.1:{each.health_port}" for each in stack.of_kind(kind)]}
                ],
            }
            for kind in KINDS
        ],
    }
