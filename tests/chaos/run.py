"""One chaos run: starts a cluster, loads it, breaks it, lets it come to rest, and judges what is left."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from tests.chaos import evidence
from tests.chaos.checker.history import History, Span
from tests.chaos.checker.verdict import Verdict, judge
from tests.chaos.cluster.cluster import PARTITIONS, Cluster
from tests.chaos.cluster.follower import Follower
from tests.chaos.cluster.verification import differences
from tests.chaos.load.load import Load
from tests.chaos.load.orders import Orders
from tests.chaos.nemesis.nemesis import Nemesis
from tests.chaos.report import report
from tests.chaos.report.report import Figures

REST_S = 300.0
FLEET = 6


class Outcome(msgspec.Struct, frozen=True):
    figures: Figures
    verdict: Verdict


def run(
    seed: int, minutes: float, folder: Path, say: Callable[[str], None] = print, fleet: int = FLEET
) -> Outcome:
    """Everything that was found, also written to the folder as report.json and picture.html."""
    with Cluster(folder) as cluster:
        say(f"seed {seed}: the cluster is up")
        orders = Orders()
        load = Load(cluster, orders, seed, minutes * 60, fleet)
        nemesis = Nemesis(cluster, seed, say)
        follower = Follower(cluster.kafka.bootstrap, PARTITIONS, folder / "journal.jsonl")
        try:
            load.begin()
            loading = threading.Thread(target=load.run, name="chaos-load")
            loading.start()
            try:
                nemesis.run(minutes * 60)
            finally:
                load.end()
                loading.join()
            say(f"seed {seed}: nothing breaks any more")
            _rest(cluster, load, orders, follower, say)
            history = _history(cluster, orders, follower)
            history.died = nemesis.died
            history.faults = [Span(done.began_ms, done.ended_ms) for done in nemesis.done]
        finally:
            follower.close()
        history.differences = differences(cluster, history.executions)
    verdict = judge(history)
    said = report.figures(seed, minutes, history, nemesis, verdict)
    report.write(folder, said, history, nemesis.done, verdict)
    return Outcome(said, verdict)


def _rest(
    cluster: Cluster, load: Load, orders: Orders, follower: Follower, say: Callable[[str], None]
) -> None:
    """Wait until every schedule is over, every command answered and every execution ended; not for ever."""
    deadline = time.monotonic() + REST_S
    while time.monotonic() < deadline:
        follower.catch_up()
        answers = follower.fold.answers
        unanswered = sum(order.command_id not in answers for order in orders.all() if order.acked_ms)
        over = cluster.clocks.wall_ms() > load.until_ms
        if over and not unanswered and not follower.fold.open():
            return
        threading.Event().wait(0.5)
    say(f"not at rest after {REST_S:.0f} s: {unanswered} unanswered, {len(follower.fold.open())} open")


def _history(cluster: Cluster, orders: Orders, follower: Follower) -> History:
    history = History(
        jobs=orders.jobs(),
        orders=orders.all(),
        stamps=sorted(evidence.read(cluster.evidence), key=lambda stamp: stamp.real_ms),
        jumps=cluster.clocks.jumps,
    )
    return follower.fold.into(history)
