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
    postgres: str = ""
    """Address of a Postgres of your own, instead of the embedded one."""
    topic_prefix: str = "tickwheel."
    partitions: int = 4
    mailboxes: int = 4
    schedulers: int = 1
    workers: int = 1
    projectors: int = 1
    apis: int = 1
    worker_app: str = ""
    """module:attribute of the handlers to run besides the built-in ones."""
    api_port: int = 0
    """Port of the first API; 0: any free one."""
    settings: Mapping[str, str] = {}
    """Further TICKWHEEL_ settings for every service."""
