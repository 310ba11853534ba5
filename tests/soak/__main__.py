"""`python -m tests.soak --hours 1`: a steady load, and whether everything stays as it is. Exit code 1 if something grows."""

import argparse
import sys
from pathlib import Path

from tests.soak.page import lines
from tests.soak.run import soak

FOLDER = Path(__file__).parents[2] / "build" / "soak"


def main() -> int:
    asked = argparse.ArgumentParser(prog="make soak")
    asked.add_argument("--hours", type=float, default=1.0)
    asked.add_argument("--folder", type=Path, default=FOLDER)
    options = asked.parse_args()
    outcome = soak(options.hours * 3_600, options.folder)
    told = [
        *lines(outcome.trends),
        f"{outcome.starts} starts, {outcome.early} early, {outcome.failed_requests} failed requests",
    ]
    sys.stdout.write("\n".join([*told, f"page: {options.folder / 'soak.html'}"]) + "\n")
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
