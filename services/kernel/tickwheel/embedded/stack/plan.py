"""What a stack consists of. Everything has a default, so that `StackPlan()` is a stack to try things on."""

import pathlib
from collections.abc import Mapping

import msgspec


class StackPlan(msgspec.Struct, frozen=True, kw_only=True):
    data_dir: pathlib.Path | None = None
    """Where Kafka and Postgres keep their data; None: it is gone when the stack stops."""
    endpoints_dir: pathlib.Path | None = None
    """Where endpoints.json is written; None: with the data."""
    reset: bool = False
    """Throw the data away first."""
    kafka: str = ""
    """Bootstrap servers of a Kafka of your own, instead of the embedded one."""
    kafka_login: Mapping[str, str] = {}
    """Settings of the kafka group with which the topics are made there, such as security_protocol and sasl_username."""
    postgres: str = ""
    """Address of a Postgres of your own, instead of the embedded one."""
    brokers: int = 1
    """Brokers of the embedded Kafka; with three each record has three copies, and one broker may be lost."""
    topic_prefix: str = "tickwheel."
    partitions: int = 4
    mailboxes: int = 4
    schedulers: int = 1
    workers: int = 1
    projectors: int = 1
    health_streams: int = 1
    """0: no verdicts over all workers, and no advice on how many to run."""
    housekeepers: int = 0
    """Workers that run the system's own jobs, such as the nightly clean-up."""
    apis: int = 1
    watches: int = 0
    """The watchdog and notifier. Tests that do not look at it start quicker without."""
    worker_app: str = ""
    """module:attribute of the handlers to run besides the built-in ones."""
    api_port: int = 0
    """Port of the first API; 0: any free one."""
    settings: Mapping[str, str] = {}
    """Further TICKWHEEL_ settings for every service."""
    own_settings: Mapping[str, Mapping[str, str]] = {}
    """Further environment of one member, by its name, such as worker-1."""
