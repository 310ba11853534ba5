"""What a chaos run breaks: three brokers, Postgres, and several of each service, in two zones with a network in between.

zone A   scheduler-1  worker-1            projector-1  api-1
zone B   scheduler-2  worker-2  worker-3  projector-2  api-2

The brokers copy from each other through that network too.
"""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.chaos import evidence
from tests.chaos.cluster import set_clock
from tests.chaos.cluster.clocks import Clocks
from tests.chaos.cluster.network import Network
from tests.chaos.cluster.patience import insist

from tickwheel.embedded import EmbeddedKafka, EmbeddedPostgres
from tickwheel.embedded.nodes import Node
from tickwheel.embedded.stack import Stack, StackPlan
from tickwheel.embedded.stack.member import Member

ROOT = Path(__file__).parents[3]
HEAP_MIB = 256
# A busy machine is no fault of the broker: it may be silent for longer than on one of its own.
PATIENT = {"broker.session.timeout.ms": "10000", "controller.quorum.fetch.timeout.ms": "4000"}
PEERS = "PEERS"
"""The door through which brokers reach each other."""
ZONES = ("ZONE_A", "ZONE_B")
COUNTS = {"scheduler": 2, "worker": 3, "projector": 2, "api": 2}
MEMBERS = [f"{kind}-{number}" for kind, count in COUNTS.items() for number in range(1, count + 1)]
PARTITIONS = 4
SLOTS = 16


def zone_of(member: str) -> str:
    return ZONES[0] if member.endswith("-1") else ZONES[1]


class Cluster:
    """`with Cluster(folder) as cluster:` gives a running one; logs and evidence stay in the folder, data does not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.evidence = folder / "evidence"
        self.evidence.mkdir()
        self.clocks = Clocks(folder / "clocks", MEMBERS)
        self.kafka = EmbeddedKafka(
            folder / "kafka",
            broker_count=3,
            heap_mib=HEAP_MIB,
            properties={**PATIENT, "inter.broker.listener.name": PEERS},
            doors=(*ZONES, PEERS),
            on_doors=self._open_network,
        )
        self.postgres = EmbeddedPostgres(folder / "postgres")
        self.network: Network | None = None
        self.stack: Stack | None = None

    def __enter__(self) -> Self:
        try:
            self.postgres.start()
            self.kafka.start()
            assert self.network is not None
            self.stack = self._start_stack(self.network)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.stack is not None:
            self.stack.stop()
        self.kafka.stop()
        if self.network is not None:
            self.network.close()
        self.postgres.stop()
        for name in ("kafka", "postgres"):
            for log in (self.folder / name).rglob("*.log"):
                if log.name in ("kafka.log", "postgres.log"):
                    log.rename(self.folder / f"{log.parent.name}-{log.name}")
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def _open_network(self, brokers: Sequence[Node]) -> None:
        if self.network is not None:
            self.network.close()
        self.network = Network(brokers, _port_of(self.postgres.dsn), ZONES)

    def _start_stack(self, network: Network) -> Stack:
        """Its first steps may be too much for brokers that have just come up on a busy machine."""
        return insist(lambda: Stack(self._plan(network)).start())

    @property
    def running(self) -> Stack:
        assert self.stack is not None, "the cluster was not started"
        return self.stack

    def member(self, name: str) -> Member:
        [found] = [member for member in self.running.members if member.name == name]
        return found

    def _plan(self, network: Network) -> StackPlan:
        return StackPlan(
            data_dir=self.folder,
            kafka=self.kafka.bootstrap,
            postgres=self.postgres.dsn,
            partitions=PARTITIONS,
            mailboxes=PARTITIONS,
            schedulers=COUNTS["scheduler"],
            workers=COUNTS["worker"],
            projectors=COUNTS["projector"],
            apis=COUNTS["api"],
            health_streams=0,
            worker_app="tests.chaos.handlers:app",
            settings={"TICKWHEEL_WORKER_SLOTS": str(SLOTS)},
            own_settings={name: self._settings(name, network) for name in MEMBERS},
        )

    def _settings(self, name: str, network: Network) -> dict[str, str]:
        zone = zone_of(name)
        return {
            "TICKWHEEL_KAFKA_BOOTSTRAP": network.bootstrap(zone),
            "TICKWHEEL_POSTGRES_DSN": _through(self.postgres.dsn, network.postgres_port(zone)),
            "CHAOS_CLOCK": str(self.clocks.path(name)),
            evidence.FOLDER: str(self.evidence),
            evidence.NAME: name,
            "PYTHONPATH": os.pathsep.join([*set_clock.__path__, str(ROOT)]),
        }


def _port_of(dsn: str) -> int:
    found = re.search(r":(\d+)/", dsn)
    assert found is not None
    return int(found[1])


def _through(dsn: str, port: int) -> str:
    return re.sub(r":\d+/", f":{port}/", dsn)
