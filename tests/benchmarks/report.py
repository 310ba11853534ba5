"""Keeps the last figures of each scenario in docs/benchmarks.json, and writes docs/benchmarks.md from them."""

import json
import os
import platform
from importlib.metadata import version
from pathlib import Path

import psutil

from tickwheel.runtime.version import version as tickwheel_version

Figures = dict[str, object]

DOCS = Path(__file__).parents[2] / "docs"
KEPT = DOCS / "benchmarks.json"
PAGE = DOCS / "benchmarks.md"
PACKAGES = ("confluent-kafka", "fastavro", "msgspec", "psycopg")
SETTINGS = ("jobs", "rate", "handler")
"""What tells two runs of a scenario apart, besides its name."""

HEAD = """# Benchmarks

Written by `make bench`; do not edit. One run each, on a machine that others may have used at the same time: compare figures of
one run with each other rather than with those of another day.

Each scenario starts its own embedded Kafka and Postgres and every service as a process of its own, on one machine, with
their data on disk and default durability (`acks=all`, idempotence and transactions throughout; Postgres with fsync and
synchronous commit). Handlers write down when they started in files of their own, so lateness is not what Tickwheel says of
itself. A run that lost, doubled or started a job early shows it in its figures.
"""


def keep(figures: Figures) -> None:
    """Put these in the place of the last ones of the same scenario and settings, and write the page anew."""
    kept: dict[str, Figures] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    name = " ".join(str(figures[key]) for key in ("scenario", *SETTINGS) if key in figures)
    kept[name] = {**figures, "measured_on": machine()}
    KEPT.write_text(json.dumps(dict(sorted(kept.items())), indent=2) + "\n", "utf-8")
    PAGE.write_text(_page(kept), "utf-8")


def machine() -> str:
    memory_gib = round(psutil.virtual_memory().total / 2**30)
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{os.cpu_count()} cores, {memory_gib} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, Tickwheel {tickwheel_version()}, {packages}"
    )


def _page(kept: dict[str, Figures]) -> str:
    rows = ["| scenario | figures |", "|---|---|"]
    for name, figures in sorted(kept.items()):
        told = "; ".join(f"{key} {_told(value)}" for key, value in figures.items() if key not in _UNTOLD)
        rows.append(f"| {name} | {told} |")
    machines = "\n".join(f"- {machine}" for machine in sorted({str(f["measured_on"]) for f in kept.values()}))
    return f"{HEAD}\n" + "\n".join(rows) + f"\n\nMeasured on:\n\n{machines}\n"


_UNTOLD = {"scenario", "measured_on", *SETTINGS}


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value)
