"""Orders by the REST API: asked again with the same key, of one API after the other, until there is an answer."""

import threading
from collections.abc import Callable

from tests.chaos.checker.history import OrderKind
from tests.chaos.cluster.clocks import Clocks
from tests.chaos.load.orders import Orders, Pending

from tickwheel.client import Address, Client
from tickwheel.client.answers import Decision
from tickwheel.client.errors import RefusedError, UnreachableError
from tickwheel.runtime.fresh_ids import RandomIds

Call = Callable[[Client, str], Decision]
"""Takes a client and an idempotency key."""

ANSWER_S = 8.0
TRIES = 12
PAUSE_S = 0.5
ASK_AGAIN = (408, 429, 500, 502, 503, 504)


class ApiDoor:
    """One for each thread: a client is not shared."""

    def __init__(self, addresses: list[Address], clocks: Clocks, orders: Orders) -> None:
        self._clients = [Client(address) for address in addresses]
        for client in self._clients:
            client._http.timeout = ANSWER_S
        self._clocks = clocks
        self._orders = orders
        self._ids = RandomIds()
        self._turn = 0

    def send(self, kind: OrderKind, job: str, call: Call, execution_id: str = "") -> Decision | None:
        """The answer; None if it was refused or nobody could be reached."""
        pending = Pending(self._clocks, kind, job, "api", execution_id)
        key = self._ids.uuid()
        for _ in range(TRIES):
            self._turn += 1
            try:
                answer = call(self._clients[self._turn % len(self._clients)], key)
            except RefusedError as refusal:
                if refusal.status not in ASK_AGAIN:
                    break
            except UnreachableError:
                pass
            else:
                self._orders.add(pending.safe(answer["command_id"], decided=answer["decided"]))
                return answer
            threading.Event().wait(PAUSE_S)
        self._orders.add(pending.unknown(key))
        return None

    def close(self) -> None:
        for client in self._clients:
            client.close()
