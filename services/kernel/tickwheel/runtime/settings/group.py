"""The base of a group of settings: frozen, and nothing but what is declared."""

import os
import socket

from pydantic import BaseModel, ConfigDict


class Group(BaseModel):
    """Settings that belong together; its name in the service's object is part of the variable's name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def unique_instance_id() -> str:
    """Differs between processes that run at the same time; in a container it is the same after a restart."""
    return f"{socket.gethostname()}-{os.getpid()}"


def cores() -> int:
    """The cores this process may use, which in a container are fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
