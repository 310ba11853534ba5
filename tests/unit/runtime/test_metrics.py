"""Metrics are an interface: dashboards and alerts break when a name changes, so all are frozen here."""

import re
from pathlib import Path

import pytest
from prometheus_client import Counter, Gauge, Histogram, Info
from prometheus_client.metrics import MetricWrapperBase

from tickwheel.runtime import metrics
from tickwheel.runtime.bulk_histogram import BulkHistogram

DOCUMENT = Path(__file__).parents[3] / "docs" / "metrics.md"
DECLARED = {name: value for name, value in vars(metrics).items() if isinstance(value, MetricWrapperBase)}
KINDS: dict[type[MetricWrapperBase], str] = {
    Counter: "counter",
    Gauge: "gauge",
    Histogram: "histogram",
    BulkHistogram: "histogram",
    Info: "info",
}


def exposed_name(metric: MetricWrapperBase) -> str:
    suffix = {Counter: "_total", Info: "_info"}.get(type(metric), "")
    return f"{metric._name}{suffix}"


def as_row(metric: MetricWrapperBase) -> str:
    labels = ", ".join(f"`{label}`" for label in metric._labelnames)
    by = ", ".join(metrics.EXPORTERS[exposed_name(metric)])
    return f"| `{exposed_name(metric)}` | {KINDS[type(metric)]} | {labels} | {by} | {metric._documentation} |"


def test_the_document_lists_every_metric_word_for_word() -> None:
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| `tickwheel_")]
    assert rows == [as_row(metric) for metric in DECLARED.values()]


@pytest.mark.parametrize("name", DECLARED)
def test_names_follow_the_conventions(name: str) -> None:
    exposed = exposed_name(DECLARED[name])
    assert re.fullmatch(r"tickwheel_[a-z0-9_]+", exposed)
    assert not re.search(r"_(ms|milliseconds|minutes|kb|mib)(_|$)", exposed), "base units only"
    assert DECLARED[name]._documentation.endswith(".")


@pytest.mark.parametrize("name", DECLARED)
def test_no_label_can_take_any_number_of_values(name: str) -> None:
    bounded = {
        "cause", "channel", "decision", "direction", "handler", "kind", "lane", "method", "queue", "reason", "result", "route", "service",
        "state", "status", "topic", "type",
    }  # fmt: skip
    assert set(DECLARED[name]._labelnames) <= bounded


def test_nothing_is_registered_but_what_is_declared() -> None:
    ours = {family.name for family in metrics.REGISTRY.collect() if family.name.startswith("tickwheel_")}
    assert ours == {metric._name for metric in DECLARED.values()}


def test_no_metric_is_made_anywhere_else() -> None:
    made = re.compile(r"\b(Counter|Gauge|Histogram|Summary|Info|Enum)\(\s*f?[\"']")
    services = Path(__file__).parents[3] / "services"
    users = [path for path in services.rglob("*.py") if "prometheus_client" in path.read_text()]
    assert [path.name for path in users if made.search(path.read_text())] == ["metrics.py"]


def test_a_list_of_values_counts_as_each_of_them_would() -> None:
    buckets, values = (0.1, 1.0, 5.0), [0.05, 0.1, 0.7, 5.0, 9.0, 0.1]
    one_by_one = Histogram("x", "x", buckets=buckets, registry=None)
    at_once = BulkHistogram("x", "x", buckets=buckets, registry=None)
    for value in values:
        one_by_one.observe(value)
    at_once.observe_all(list(values))

    def counted(histogram: Histogram) -> list[tuple[str, dict[str, str], float]]:
        (family,) = histogram.collect()
        return [(s.name, s.labels, s.value) for s in family.samples if not s.name.endswith("_created")]

    assert counted(at_once) == counted(one_by_one)
