"""`python -m tests.benchmarks [scenario ...]`: runs scenarios and prints one JSON line for each."""

import json
import sys
from collections.abc import Callable
from functools import partial

from tests.benchmarks import report, wheel
from tests.benchmarks.archive import archive
from tests.benchmarks.fleet import fleet
from tests.benchmarks.growth import growth
from tests.benchmarks.inflight import inflight
from tests.benchmarks.projection import catching_up, keeping_up
from tests.benchmarks.restore import restore
from tests.benchmarks.steady import steady
from tests.benchmarks.storm import storm
from tests.benchmarks.submit import submit
from tests.benchmarks.takeover import takeover
from tests.benchmarks.throughput import throughput

Figures = dict[str, object]

SCENARIOS: dict[str, list[Callable[[], Figures]]] = {
    "throughput": [throughput],
    "steady": [
        steady,
        partial(steady, handler="bench.stamp_thread"),
        partial(steady, handler="bench.stamp_process"),
    ],
    "storm": [storm, partial(storm, 10_000)],
    "fleet": [fleet],
    "inflight": [inflight],
    "wheel": [lambda: dict(wheel.measure())],
    "restore": [restore],
    "growth": [growth],
    "takeover": [takeover],
    "submit": [submit],
    "projection": [catching_up, keeping_up],
    "archive": [archive],
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        print(f"no scenario {', '.join(unknown)}; there are: {', '.join(SCENARIOS)}", file=sys.stderr)  # noqa: T201
        return 2
    for name in names or SCENARIOS:
        for run in SCENARIOS[name]:
            figures = run()
            print(json.dumps(figures), flush=True)  # noqa: T201
            report.keep(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
