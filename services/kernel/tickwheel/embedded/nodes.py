"""The Kafka processes of a cluster and their ports, chosen once and remembered beside the data."""

import pathlib

import msgspec

from tickwheel.embedded import ports
from tickwheel.embedded.ports import LOOPBACK

FILE_NAME = "nodes.json"


class Node(msgspec.Struct, frozen=True):
    """One Kafka process: broker and controller in one."""

    node_id: int
    port: int
    controller_port: int

    @property
    def bootstrap(self) -> str:
        return f"{LOOPBACK}:{self.port}"

    @property
    def voter(self) -> str:
        return f"{self.node_id}@{LOOPBACK}:{self.controller_port}"


def choose(count: int, first_port: int | None) -> list[Node]:
    """Nodes on free ports; the first broker gets the port that was asked for, if any."""
    chosen = ports.free_ports(2 * count)
    if first_port is not None:
        chosen[0] = first_port
    return [Node(number + 1, chosen[2 * number], chosen[2 * number + 1]) for number in range(count)]


def are_free(nodes: list[Node]) -> bool:
    return all(ports.is_free(node.port) and ports.is_free(node.controller_port) for node in nodes)


def remember(folder: pathlib.Path, nodes: list[Node]) -> None:
    (folder / FILE_NAME).write_bytes(msgspec.json.encode(nodes))


def recall(folder: pathlib.Path) -> list[Node]:
    """The nodes of the last start in this folder; none when there was none."""
    path = folder / FILE_NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Node])
    except (FileNotFoundError, msgspec.DecodeError):
        return []
