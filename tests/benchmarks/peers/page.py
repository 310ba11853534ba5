"""Writes docs/peers.md from the last run."""

from collections.abc import Mapping, Sequence
from statistics import median

from tests.benchmarks.peers.peer import PEERS
from tests.benchmarks.report import DOCS

HEAD = """# Beside its peers

Written by `make bench-peers`; do not edit. Ours and theirs in turn, on one machine, in one run: the same no-op job with the same
small payload, for about ten seconds, each with the settings that its documentation calls fast. Redis keeps an append-only file flushed every second; Postgres
has its default durability.

What is timed differs, to our disadvantage: theirs is done when the handler has run. Ours is done when the outcome is decided, in the log, and
its row stands in Postgres, with transactions throughout, so that nothing is lost or done twice whatever dies.
"""


def write(ours: str, rates: Mapping[str, Sequence[float]], machine: str) -> None:
    servers = {peer.name: peer.server for peer in PEERS}
    own = median(rates[ours])
    rows = [
        "| scheduler | keeps jobs in | jobs/s, median | lowest to highest | ours / theirs |",
        "|---|---|---|---|---|",
    ]
    for name, seen in sorted(rates.items(), key=lambda item: -median(item[1])):
        ratio = f"{own / median(seen):.2f}"
        rows.append(
            f"| {name} | {servers.get(name, 'Kafka and Postgres')} | {median(seen):,.0f} | {min(seen):,.0f} to {max(seen):,.0f} | {ratio} |"
        )
    (DOCS / "peers.md").write_text(f"{HEAD}\n" + "\n".join(rows) + f"\n\nMeasured on: {machine}\n", "utf-8")
