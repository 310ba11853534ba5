"""Names what differs between log, state and tables: by the product's own commands, and by a look of our own at the tables.

The second one shares no code with the product: what its verification overlooks as its projection does is found by it.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Mapping

import psycopg
from tests.chaos.checker.history import Execution
from tests.chaos.cluster.cluster import PARTITIONS, Cluster
from tests.chaos.cluster.patience import insist

from tickwheel.projector.operate import Operator
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup, ProjectorSettings
from tickwheel.runtime.settings.values import SecretUrl
from tickwheel.scheduler.journal.verification import verify

CAUGHT_UP_S = 90.0
MARKERS = 1
"""A partition at rest may seem one behind: the marker of its last transaction."""


def differences(cluster: Cluster, executions: Mapping[str, Execution]) -> list[str]:
    """`executions` is what the checker itself has made of the journal."""
    return insist(lambda: _by_the_product(cluster)) + _by_ourselves(cluster.postgres.dsn, executions)


def _by_ourselves(dsn: str, executions: Mapping[str, Execution]) -> list[str]:
    with psycopg.connect(dsn) as connection:
        found = connection.execute("SELECT execution_id::text, status, attempt FROM tickwheel.executions")
        rows = defaultdict(list)
        for execution_id, status, attempt in found:
            rows[execution_id].append((status, attempt))
    wanted = {execution_id: [_ended(execution)] for execution_id, execution in executions.items()}
    return [
        f"table executions, row {each}: it is {rows.get(each)}, the journal says {wanted.get(each)}"
        for each in sorted(rows.keys() | wanted.keys())
        if rows.get(each) != wanted.get(each)
    ]


def _ended(execution: Execution) -> tuple[str, int]:
    if not execution.endings:
        return "not ended", 0
    return execution.endings[-1].kind.upper(), execution.endings[-1].attempt


def _by_the_product(cluster: Cluster) -> list[str]:
    kafka = KafkaGroup(bootstrap=cluster.kafka.bootstrap, partitions=PARTITIONS, mailboxes=PARTITIONS)
    source = KafkaLog(kafka.bootstrap, "chaos-verify")
    topics = Topics(kafka.topic_prefix)
    operator = Operator(
        ProjectorSettings(kafka=kafka, postgres=PostgresGroup(dsn=SecretUrl(cluster.postgres.dsn)))
    )
    found = [
        f"log and state: {f}" for part in verify(source, topics, Codec(), PARTITIONS) for f in part.faults
    ]
    found += _behind(operator, topics.events)
    for each in operator.verify(lambda *_: None):
        found.append(
            f"table {each.table}, row {each.key}: {each.column} is {each.live}, the journal says {each.journal}"
        )
    return found


def _behind(operator: Operator, topic: str) -> list[str]:
    """Wait until the tables have everything; name the partitions that do not get there."""
    deadline = time.monotonic() + CAUGHT_UP_S
    while True:
        late = [s for s in operator.status() if s.topic == topic and (s.behind > MARKERS or s.stopped)]
        if not late:
            return []
        if time.monotonic() > deadline:
            return [
                f"tables: partition {s.partition} is {s.behind} records behind {s.stopped}".strip()
                for s in late
            ]
        threading.Event().wait(0.5)
