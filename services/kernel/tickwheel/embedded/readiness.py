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
COORDINATOR_SECONDS = 30
POLL_SECONDS = 0.02
PROBE = "tickwheel-embedded-probe"

_silent = logging.getLogger("tickwheel.embedded.readiness")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False  # a client that finds its broker not yet up says so on every try

_Config = dict[str, str | int | float | bool]


def answering_brokers(bootstrap: str, client_properties: dict[str, str]) -> set[int]:
    """The ids of the brokers that the cluster counts as alive; empty when it does not answer."""
    admin = AdminClient(_config(bootstrap, client_properties), logger=_silent)
    try:
        return set(admin.list_topics(timeout=ANSWER_SECONDS).brokers)
    except KafkaException:
        return set()


def wait_for_coordinators(bootstrap: str, client_properties: dict[str, str]) -> None:
    """Have both coordinators answer once, so that the first real group or transaction need not wait seconds."""
    config = _config(bootstrap, client_properties)
    _insist(functools.partial(_ask_group_coordinator, config), "group")
    _insist(functools.partial(_ask_transaction_coordinator, config), "transaction")


def _ask_group_coordinator(config: _Config) -> None:
    admin = AdminClient(config, logger=_silent)
    admin.describe_consumer_groups([PROBE], request_timeout=ANSWER_SECONDS)[PROBE].result()


def _ask_transaction_coordinator(config: _Config) -> None:
    Producer({**config, "transactional.id": PROBE}, logger=_silent).init_transactions(ANSWER_SECONDS)


def _insist(ask: Callable[[], None], coordinator: str) -> None:
    deadline = time.monotonic() + COORDINATOR_SECONDS
    while True:
        try:
            return ask()
        except KafkaException as error:
            if time.monotonic() > deadline:
                raise StartError(
                    f"Kafka's {coordinator} coordinator does not answer ({error.args[0].str()}): "
                    "look into kafka.log in the data directory, or start with --reset."
                ) from error
        time.sleep(POLL_SECONDS)


def _config(bootstrap: str, client_properties: dict[str, str]) -> _Config:
    return {
        "bootstrap.servers": bootstrap,
        "retry.backoff.ms": 5,
        "retry.backoff.max.ms": 20,
        **client_properties,
    }
