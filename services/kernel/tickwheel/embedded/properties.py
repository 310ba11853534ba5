"""The broker's settings: one node by itself, or one of three. Plain values, no I/O."""

import json
import pathlib

from tickwheel.embedded.nodes import Node
from tickwheel.embedded.ports import LOOPBACK


def server_properties(
    node: Node, nodes: list[Node], log_dir: pathlib.Path, security_protocol: str, extra: dict[str, str]
) -> dict[str, str]:
    """Everything in server.properties; `extra` wins."""
    replicas = str(min(3, len(nodes)))
    in_sync = str(max(1, min(3, len(nodes)) - 1))
    return {
        "process.roles": "broker,controller",
        "node.id": str(node.node_id),
        "controller.quorum.voters": ",".join(each.voter for each in nodes),
        **_listeners(node, security_protocol),
        "controller.listener.names": "CONTROLLER",
        "inter.broker.listener.name": "CLIENT",
        "log.dirs": str(log_dir),
        "default.replication.factor": replicas,
        "min.insync.replicas": in_sync,
        "offsets.topic.replication.factor": replicas,
        # Whoever starts again after a holiday goes on where it stood; by default that is forgotten after a week.
        "offsets.retention.minutes": str(2**31 - 1),
        "transaction.state.log.replication.factor": replicas,
        "transaction.state.log.min.isr": in_sync,
        "share.coordinator.state.topic.replication.factor": replicas,
        "share.coordinator.state.topic.min.isr": in_sync,
        **SMALL,
        **extra,
    }


def _listeners(node: Node, security_protocol: str) -> dict[str, str]:
    own = [f"CLIENT://{node.bootstrap}"]
    listening = [f"{door.name}://{LOOPBACK}:{door.port}" for door in node.doors]
    advertised = [f"{door.name}://{LOOPBACK}:{door.advertised_port}" for door in node.doors]
    clients = ["CLIENT", *(door.name for door in node.doors)]
    protocols = [f"{name}:{security_protocol}" for name in clients]
    return {
        "listeners": ",".join([*own, *listening, f"CONTROLLER://{LOOPBACK}:{node.controller_port}"]),
        "advertised.listeners": ",".join([*own, *advertised]),
        "listener.security.protocol.map": ",".join([*protocols, "CONTROLLER:PLAINTEXT"]),
    }


# What makes a broker fit a laptop: fewer internal partitions, threads and buffers, and no wait before a
# group's first rebalance. Nothing that changes what a client may rely on.
SMALL = {
    "auto.create.topics.enable": "false",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "4",
    "transaction.state.log.num.partitions": "4",
    "share.coordinator.state.topic.num.partitions": "1",
    "log.cleaner.dedupe.buffer.size": str(16 * 1024 * 1024),
    "num.network.threads": "2",
    "num.io.threads": "4",
    "broker.heartbeat.interval.ms": "1000",
    "broker.session.timeout.ms": "6000",
    # A broker whose controller froze looks for the new one after this, not after half a minute.
    "controller.socket.timeout.ms": "5000",
}


def render(properties: dict[str, str]) -> str:
    """The text of a Java properties file, which is Latin-1: anything beyond ASCII is escaped."""
    return "".join(f"{name}={_escaped(value)}\n" for name, value in properties.items())


def _escaped(value: str) -> str:
    # Java reads UTF-16 units; JSON writes them the same way.
    return json.dumps(value)[1:-1].replace('\\"', '"')
