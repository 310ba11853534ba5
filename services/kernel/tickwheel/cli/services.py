"""The names of the services, as sub-commands know them."""

from enum import StrEnum


class ServiceName(StrEnum):
    scheduler = "scheduler"
    worker = "worker"
    projector = "projector"
    health = "health"
    housekeeping = "housekeeping"
    api = "api"
    watch = "watch"
