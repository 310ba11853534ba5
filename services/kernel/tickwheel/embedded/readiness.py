"""Whether a broker answers. A listening port proves nothing: its metadata names the brokers that are alive, and
the coordinators of groups and transactions, whose topics a fresh broker makes when first asked, must answer too.
"""

import logging
import time

from confluent_kafka import KafkaException, Producer
from confluent_kafka.admin import AdminClient

METADATA_SECONDS = 2
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
        return set(admin.list_topics(timeout=METADATA_SECONDS).brokers)
    except KafkaException:
        return set()


def wait_for_coordinators(bootstrap: str, client_properties: dict[str, str]) -> None:
    """Have both coordinators answer once, so that the first real group or transaction need not wait seconds."""
    config = _config(bootstrap, client_properties)
    deadline = time.monotonic() + COORDINATOR_SECONDS
    _find_group_coordinator(AdminClient(config, logger=_silent), deadline)
    Producer({**config, "transactional.id": PROBE}, logger=_silent).init_transactions(COORDINATOR_SECONDS)


def _find_group_coordinator(admin: AdminClient, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            admin.describe_consumer_groups([PROBE])[PROBE].result(COORDINATOR_SECONDS)
        except KafkaException:
            time.sleep(POLL_SECONDS)
        else:
            return


def _config(bootstrap: str, client_properties: dict[str, str]) -> _Config:
    return {
        "bootstrap.servers": bootstrap,
        "retry.backoff.ms": 5,
        "retry.backoff.max.ms": 20,
        **client_properties,
    }
