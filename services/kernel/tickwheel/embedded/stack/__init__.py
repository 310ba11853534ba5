"""The whole of Tickwheel on one machine: the embedded servers and every service, each a process of its own."""

from tickwheel.embedded.stack.endpoints import Endpoints
from tickwheel.embedded.stack.keeper import Keeper
from tickwheel.embedded.stack.plan import StackPlan
from tickwheel.embedded.stack.stack import Stack

__all__ = ["Endpoints", "Keeper", "Stack", "StackPlan"]
