"""Whether a broker answers. A listening port proves nothing: its metadata names the brokers that are alive, and
the coordinators of groups and transactions, whose topics a fresh broker makes when first asked, must answer too.
"""

import functools
import logging
import time
from collections.abc import Callable

from confluent_kafka import KafkaException, Producer
from confluent_kafka.admin import AdminClient

from tickwheel.embedded.errors import StartError

ANSWER_SECONDS = 2
MOST_PATIENCE_SECONDS = 5
COORDINATOR_SECONDS = 30
POLL_SECONDS = 0.02
PROBE = "tickwheel-embedded-probe"

_silent = logging.getLogger("tickwheel.embedded.readiness")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False  # a client that finds its broker not yet up says so on every try

_Config = dict[str, str | int | float | bool]


def answering_brokers(bootstrap: str, cluster_id: str, client_properties: dict[str, str]) -> set[int]:
    """The ids of the brokers that the cluster counts as alive; empty when it does not answer.

    Another cluster's answer counts for nothing: its broker may have taken the port while ours was starting.
    """
    admin = AdminClient(_config(bootstrap, client_properties), logger=_silent)
    try:
        metadata = admin.list_topics(timeout=ANSWER_SECONDS)
    except KafkaException:
        return set()
    return set(metadata.brokers) if metadata.cluster_id == cluster_id else set()


def wait_for_coordinators(bootstrap: str, client_properties: dict[str, str]) -> None:
    """Have both coordinators answer once, so that the first real group or transaction need not wait seconds."""
    config = _config(bootstrap, client_properties)
    # An admin client that hears "not yet" may hang on to a connection that never answers: better ask anew.
    _insist(functools.partial(_ask_group_coordinator, config), "group", patience_seconds=0.25)
    _insist(functools.partial(_ask_transaction_coordinator, config), "transaction", patience_seconds=5)


def _ask_group_coordinator(config: _Config, patience_seconds: float) -> None:
    admin = AdminClient(config, logger=_silent)
    admin.describe_consumer_groups([PROBE], request_timeout=patience_seconds)[PROBE].result()


def _ask_transaction_coordinator(config: _Config, patience_seconds: float) -> None:
    Producer({**config, "transactional.id": PROBE}, logger=_silent).init_transactions(patience_seconds)


def _insist(ask: Callable[[float], None], coordinator: str, patience_seconds: float) -> None:
    """Ask until there is an answer, with a new client and more patience each time."""
    deadline = time.monotonic() + COORDINATOR_SECONDS
    while True:
        try:
            return ask(patience_seconds)
        except KafkaException as error:
            if time.monotonic() > deadline:
                raise StartError(
                    f"Kafka's {coordinator} coordinator does not answer ({error.args[0].str()}): "
                    "look into kafka.log in the data directory, or start with --reset."
                ) from error
        patience_seconds = min(2 * patience_seconds, MOST_PATIENCE_SECONDS)
        time.sleep(POLL_SECONDS)


def _config(bootstrap: str, client_properties: dict[str, str]) -> _Config:
    return {
        "bootstrap.servers": bootstrap,
        "retry.backoff.ms": 5,
        "retry.backoff.max.ms": 20,
        **client_properties,
    }
