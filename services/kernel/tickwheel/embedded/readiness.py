"""Whether a broker answers: its metadata names the brokers we wait for. A listening port alone proves nothing."""

import logging

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

METADATA_SECONDS = 2

_silent = logging.getLogger("tickwheel.embedded.readiness")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False  # a client that finds its broker not yet up says so on every try


def answering_brokers(bootstrap: str, client_properties: dict[str, str]) -> set[int]:
    """The ids of the brokers that the cluster counts as alive; empty when it does not answer."""
    config: dict[str, str | int | float | bool] = {"bootstrap.servers": bootstrap, **client_properties}
    admin = AdminClient(config, logger=_silent)
    try:
        return set(admin.list_topics(timeout=METADATA_SECONDS).brokers)
    except KafkaException:
        return set()
