"""The Helm chart as Helm itself renders it, with several sets of values. Where there is no Helm, these are left out."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.alerts.debian import program

from tickwheel.runtime.settings import SERVICES, load

ROOT = Path(__file__).parents[3]
CHART = ROOT / "infra/helm/tickwheel"
HELM = shutil.which("helm") or shutil.which("helm", path=str(Path(sys.executable).parent))
"""The machine's own, else the one of the development dependencies, which there is for Linux on x86_64 only."""

pytestmark = pytest.mark.skipif(HELM is None, reason="there is no helm")

GUARDED = [
    "tlsSecret=certificates",
    "settings.TICKWHEEL_KAFKA_SECURITY_PROTOCOL=sasl_ssl",
    "settings.TICKWHEEL_KAFKA_SASL_USERNAME=tickwheel",
    "settings.TICKWHEEL_KAFKA_TLS_CA_PATH=/etc/tickwheel/tls/ca.crt",
    "services.scheduler.existingSecret=schedulers-own",
]
SCALED = ["keda.enabled=true", "keda.queue=reports", "queues={reports}"]
WATCHED = ["serviceMonitor.enabled=true", "prometheusRule.enabled=true", "dashboard.enabled=true"]
STORED = ["archive.store=s3://old-months/here", "services.watch.existingConfigMap=routes", "image.tag=v9"]
VALUES = {"plain": [], "guarded": GUARDED, "scaled": SCALED, "watched": WATCHED, "stored": STORED}

Manifest = dict[str, Any]


def helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(HELM), *arguments], capture_output=True, text=True, check=False, timeout=60)


def rendered(values: list[str]) -> dict[tuple[str, str], Manifest]:
    """By kind and name."""
    sets = [word for value in values for word in ("--set", value)]
    done = helm("template", "t", str(CHART), "--kube-version", "1.30.0", *sets)
    assert done.returncode == 0, done.stderr
    found = [each for each in yaml.safe_load_all(done.stdout) if each]
    return {(each["kind"], each["metadata"]["name"]): each for each in found}


def deployments(manifests: dict[tuple[str, str], Manifest]) -> dict[str, Manifest]:
    return {name.removeprefix("t-"): each for (kind, name), each in manifests.items() if kind == "Deployment"}


def container(manifest: Manifest) -> Manifest:
    (found,) = manifest["spec"]["template"]["spec"]["containers"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_helm_finds_the_chart_sound(values: list[str]) -> None:
    sets = [word for value in values for word in ("--set", value)]
    done = helm("lint", "--strict", str(CHART), *sets)
    assert done.returncode == 0, done.stdout + done.stderr
    assert rendered(values)


@pytest.mark.parametrize(
    "wrong",
    ["keda.max=3", "services.worker.replicas=two", "existingSecret=", "settings.KAFKA=x", "queues={a b}"],
)
def test_refuses_values_that_it_does_not_know(wrong: str) -> None:
    done = helm("template", "t", str(CHART), "--set", wrong)
    assert done.returncode != 0
    assert "values don't meet the specifications of the schema" in done.stderr


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_every_service_gets_settings_that_it_starts_with(values: list[str]) -> None:
    found = deployments(rendered(values))
    assert found.keys() == SERVICES.keys()
    for name, manifest in found.items():
        plain = {each["name"]: each["value"] for each in container(manifest)["env"] if "value" in each}
        secret = {"TICKWHEEL_POSTGRES_DSN": "postgresql://x@y/z", "TICKWHEEL_KAFKA_SASL_PASSWORD": "p"}
        load(SERVICES[name], {**plain, **secret})


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_every_volume_that_is_mounted_is_there(values: list[str]) -> None:
    for manifest in rendered(values).values():
        if manifest["kind"] not in ("Deployment", "Job"):
            continue
        pod = manifest["spec"]["template"]["spec"]
        there = {volume["name"] for volume in pod.get("volumes", ())}
        mounted = {mount["name"] for mount in container(manifest).get("volumeMounts", ())}
        assert mounted == there, manifest["metadata"]["name"]
        assert container(manifest)["securityContext"]["readOnlyRootFilesystem"] is True


def test_old_months_are_kept_on_a_volume_or_in_a_store_never_in_a_pod() -> None:
    plain, stored = rendered([]), rendered(STORED)
    own = {
        each["name"]: each.get("value") for each in container(plain["Deployment", "t-housekeeping"])["env"]
    }
    assert own["TICKWHEEL_ARCHIVE_STORE"] == "/archive"
    volumes = plain["Deployment", "t-housekeeping"]["spec"]["template"]["spec"]["volumes"]
    assert {"name": "archive", "persistentVolumeClaim": {"claimName": "t-archive"}} in volumes
    assert plain["PersistentVolumeClaim", "t-archive"]["metadata"]["annotations"] == {
        "helm.sh/resource-policy": "keep"
    }
    assert ("PersistentVolumeClaim", "t-archive") not in stored
    other = {
        each["name"]: each.get("value") for each in container(stored["Deployment", "t-housekeeping"])["env"]
    }
    assert other["TICKWHEEL_ARCHIVE_STORE"] == "s3://old-months/here"


def test_who_scales_the_workers_is_not_overruled_by_the_next_upgrade() -> None:
    scaled = rendered(SCALED)
    assert "replicas" not in scaled["Deployment", "t-worker"]["spec"]
    assert scaled["Deployment", "t-scheduler"]["spec"]["replicas"] == 2
    (trigger,) = scaled["ScaledObject", "t-worker"]["spec"]["triggers"]
    assert trigger["metadata"]["query"].startswith('sum(tickwheel_workers_advised{queue="reports"})')
    assert "--queue" in container(scaled["Job", "t-topics"])["args"]


def test_the_operator_gets_the_rules_as_they_are_and_the_names_that_they_go_by() -> None:
    watched = rendered(WATCHED)
    groups = [
        group
        for name in ("recording", "alerts")
        for group in yaml.safe_load((ROOT / f"infra/prometheus/rules/{name}.yml").read_text())["groups"]
    ]
    assert watched["PrometheusRule", "t"]["spec"]["groups"] == groups
    (endpoint,) = watched["PodMonitor", "t"]["spec"]["podMetricsEndpoints"]
    (relabeling,) = endpoint["relabelings"]
    assert (relabeling["targetLabel"], relabeling["replacement"]) == ("job", "tickwheel-$1")
    kept = watched["ConfigMap", "t-dashboard"]["data"]["tickwheel.json"]
    assert kept.strip() == (ROOT / "infra/grafana/tickwheel.json").read_text().strip()


@pytest.mark.parametrize(
    ("series", "wanted"),
    [
        ({"tickwheel_workers_advised": [3, 1]}, 4),
        (
            {
                "tickwheel_workers_advised": [0, 0],
                'tickwheel_workers{state="active"}': [3, 3],
                'tickwheel_worker_slots{state="busy"}': [20, 20],
                'tickwheel_worker_slots{state="free"}': [10, 10],
            },
            2,
        ),
    ],
    ids=["a backlog and nobody", "no backlog and two thirds of the slots busy"],
)
def test_the_scaler_keeps_workers_for_the_backlog_and_for_what_runs(
    series: dict[str, list[int]], wanted: int, tmp_path: Path
) -> None:
    """As promtool evaluates its query; each of two schedulers tells a figure."""
    (trigger,) = rendered(SCALED)["ScaledObject", "t-worker"]["spec"]["triggers"]
    told = [
        {"series": _labelled(name, number), "values": f"{value}x4"}
        for name, values in series.items()
        for number, value in enumerate(values)
    ]
    expected = [{"labels": "{}", "value": wanted}]
    asked = [{"expr": trigger["metadata"]["query"], "eval_time": "15s", "exp_samples": expected}]
    test = {"tests": [{"interval": "15s", "input_series": told, "promql_expr_test": asked}]}
    (tmp_path / "tests.yml").write_text(yaml.safe_dump(test))
    done = subprocess.run(
        [program("promtool"), "test", "rules", "tests.yml"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def _labelled(name: str, scheduler: int) -> str:
    metric, _, labels = name.rstrip("}").partition("{")
    return metric + "{" + ",".join(filter(None, [labels, f'queue="reports",instance="{scheduler}"'])) + "}"
