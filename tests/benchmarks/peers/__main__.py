"""`python -m tests.benchmarks.peers [rounds]`: ours and theirs in turn, on one machine, in one run.

The same no-op job with the same small payload. Theirs ends when the handler has run; ours when its row stands in
Postgres, exactly once throughout. The median of the rounds counts.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks import report
from tests.benchmarks.peers import page
from tests.benchmarks.peers.peer import PACKAGES, PEERS
from tests.benchmarks.peers.race import run
from tests.benchmarks.peers.servers import Redis
from tests.benchmarks.throughput import throughput

from tickwheel.embedded import EmbeddedPostgres

ROUNDS = 3
JOBS = 30_000
OURS = "Tickwheel"
VENV = Path(".venv-peers")


def main(rounds: int) -> int:
    programs = str((_installed() / "bin").resolve())
    seen: dict[str, list[float]] = {OURS: [], **{peer.name: [] for peer in PEERS}}
    for _ in range(rounds):
        _tell(seen, OURS, float(str(throughput(JOBS)["jobs_per_s"])))
        for peer in PEERS:
            with TemporaryDirectory(prefix="tickwheel-peers-") as folder, Redis(Path(folder)) as redis:
                postgres = EmbeddedPostgres(Path(folder) / "postgres").start()
                try:
                    rate = run(peer, programs, redis.url, postgres.dsn, Path(folder) / "evidence")
                finally:
                    postgres.stop()
            _tell(seen, peer.name, rate)
    page.write(OURS, {name: sorted(rates) for name, rates in seen.items()}, report.machine())
    fastest = max(median(seen[peer.name]) for peer in PEERS)
    ratio = round(median(seen[OURS]) / fastest, 2)
    told = {
        "jobs_per_s": {name: round(median(rates)) for name, rates in seen.items()},
        "ours_to_fastest": ratio,
    }
    print(json.dumps({"scenario": "peers", **told}))  # noqa: T201
    return 0


def _tell(seen: dict[str, list[float]], name: str, rate: float) -> None:
    seen[name].append(rate)
    print(f"{name:30} {rate:8.0f} jobs/s", file=sys.stderr, flush=True)  # noqa: T201


def _installed() -> Path:
    """The peers in an environment of their own: their dependencies are no business of ours."""
    stamp = VENV / ".installed"
    wanted = "\n".join(PACKAGES)
    if not stamp.exists() or stamp.read_text() != wanted:
        uv = str(Path(sys.executable).with_name("uv"))
        subprocess.run([uv, "venv", "--quiet", "--clear", str(VENV)], check=True)
        subprocess.run(
            [uv, "pip", "install", "--quiet", "--python", str(VENV / "bin/python"), *PACKAGES], check=True
        )
        stamp.write_text(wanted)
    return VENV


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))
