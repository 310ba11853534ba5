"""`python -m tests.chaos --minutes 30 [--seed n]`: breaks a cluster under load, and counts. Exit code 1 if a promise was broken."""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.chaos.report.report import flat
from tests.chaos.run import Outcome, run

SEEDS = (1, 2, 3, 4, 5)
FOLDER = Path(__file__).parents[2] / "build" / "chaos"


def main() -> int:
    asked = argparse.ArgumentParser(prog="make chaos")
    asked.add_argument("--minutes", type=float, default=10.0, help="shared by the seeds")
    asked.add_argument("--seed", type=int, default=0, help="one seed instead of 1 to 5")
    asked.add_argument("--folder", type=Path, default=FOLDER)
    options = asked.parse_args()
    seeds = (options.seed,) if options.seed else SEEDS
    good = True
    for seed in seeds:
        folder = options.folder / f"seed-{seed}"
        outcome = run(seed, options.minutes / len(seeds), folder, _say)
        _show(outcome, folder)
        good = good and outcome.verdict.is_good
    return 0 if good else 1


def _say(line: str) -> None:
    sys.stderr.write(f"{datetime.now(UTC):%H:%M:%S} {line}\n")


def _show(outcome: Outcome, folder: Path) -> None:
    for finding in outcome.verdict.findings[:50]:
        _say(f"{finding.kind}: {finding.sentence}")
    for kind, felt in outcome.figures["recovery"].items():
        _say(f"{kind}: {flat(felt)}")
    _say(f"picture: {folder / 'picture.html'}")
    sys.stdout.write(json.dumps({k: v for k, v in outcome.figures.items() if k != "recovery"}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
