"""The Kafka processes of a cluster and their ports, chosen once and remembered beside the data."""

import pathlib
from collections.abc import Sequence

import msgspec

from tickwheel.embedded import ports
from tickwheel.embedded.ports import LOOPBACK

FILE_NAME = "nodes.json"


class Door(msgspec.Struct, frozen=True):
    """A further listener, which clients are told to reach by another port: a proxy stands in between."""

    name: str
    port: int
    """Where the broker listens."""
    advertised_port: int
    """Where clients are sent; whoever listens there must pass them on."""


class Node(msgspec.Struct, frozen=True):
    """One Kafka process: broker and controller in one."""

    node_id: int
    port: int
    controller_port: int
    doors: tuple[Door, ...] = ()

    @property
    def bootstrap(self) -> str:
        return f"{LOOPBACK}:{self.port}"

    @property
    def voter(self) -> str:
        return f"{self.node_id}@{LOOPBACK}:{self.controller_port}"


def choose(count: int, first_port: int | None, doors: Sequence[str] = ()) -> list[Node]:
    """Nodes on free ports; the first broker gets the port that was asked for, if any."""
    chosen = iter(ports.free_ports(2 * count * (1 + len(doors))))
    nodes = []
    for node_id in range(1, count + 1):
        own = Node(node_id, next(chosen), next(chosen))
        through = tuple(Door(name, next(chosen), next(chosen)) for name in doors)
        port = first_port if first_port is not None and node_id == 1 else own.port
        nodes.append(msgspec.structs.replace(own, port=port, doors=through))
    return nodes


def are_free(nodes: list[Node]) -> bool:
    return all(ports.is_free(port) for node in nodes for port in _listening(node))


def _listening(node: Node) -> list[int]:
    return [node.port, node.controller_port, *(door.port for door in node.doors)]


def remember(folder: pathlib.Path, nodes: list[Node]) -> None:
    (folder / FILE_NAME).write_bytes(msgspec.json.encode(nodes))


def recall(folder: pathlib.Path) -> list[Node]:
    """The nodes of the last start in this folder; none when there was none."""
    path = folder / FILE_NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Node])
    except (FileNotFoundError, msgspec.DecodeError):
        return []
