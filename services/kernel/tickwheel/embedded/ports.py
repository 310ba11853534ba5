"""TCP ports on the loopback interface: finding free ones, testing one that was asked for."""

import socket

from tickwheel.embedded.errors import PortBusyError

LOOPBACK = "127.0.0.1"


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, all different. Another process may still take one: starters retry."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_STREAM) for _ in range(count)]
    try:
        for listener in sockets:
            listener.bind((LOOPBACK, 0))
        return [int(listener.getsockname()[1]) for listener in sockets]
    finally:
        for listener in sockets:
            listener.close()


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
