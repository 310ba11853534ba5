"""TCP ports on the loopback interface: finding free ones, testing one that was asked for."""

import secrets
import socket

from tickwheel.embedded.errors import PortBusyError

LOOPBACK = "127.0.0.1"
# Below the ranges from which Linux and macOS take the local ports of outgoing connections: a server that is
# restarted finds its port free, whatever its clients did meanwhile.
RANGE = range(20_000, 32_000)
MOST_TRIES = 1_000


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, all different. Another process may still take one: starters retry."""
    chosen: set[int] = set()
    for _ in range(MOST_TRIES):
        if len(chosen) == count:
            return list(chosen)
        port = secrets.choice(RANGE)
        if is_free(port):
            chosen.add(port)
    raise PortBusyError(
        f"Found no free ports between {RANGE.start} and {RANGE.stop}: end some servers first."
    )


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As the servers do: a port in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def claim(port: int, what: str) -> int:
    """The port that was asked for, if it is free."""
    if not is_free(port):
        raise PortBusyError(
            f"Port {port} for {what} is taken: stop what listens there, choose another port, "
            "or name none and a free one is picked."
        )
    return port


def accepts(port: int) -> bool:
    """Whether someone listens there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        return probe.connect_ex((LOOPBACK, port)) == 0
