"""Finds commands that somebody was told are safe, and that the journal does not know."""

from collections.abc import Iterator

from tests.chaos.checker.history import Finding, History, Order
from tests.chaos.checker.instants import told


def lost(history: History) -> Iterator[Finding]:
    for order in history.orders:
        answer = history.answers.get(order.command_id)
        if order.acked_ms and answer is None:
            yield _lost(order, "and the journal has no answer to it")
        elif order.decided and answer == "CommandRejected":
            yield _lost(order, "as accepted, and the journal says that it was rejected")


def _lost(order: Order, what: str) -> Finding:
    sentence = (
        f"job {order.job}: the {order.kind} of {told(order.sent_ms)} by {order.door} was acknowledged at "
        f"{told(order.acked_ms)}, {what}"
    )
    return Finding(kind="lost_command", job=order.job, at_ms=order.sent_ms, sentence=sentence)
