"""The one shape of a service: start, run_once, stop; and everything around it: signals, retries, health, threads."""

from tickwheel.runtime.lifecycle.backoff import Backoff
from tickwheel.runtime.lifecycle.health import Health
from tickwheel.runtime.lifecycle.milestone import Milestone
from tickwheel.runtime.lifecycle.run import run_service
from tickwheel.runtime.lifecycle.service import Service
from tickwheel.runtime.lifecycle.signals import stop_on_signals
from tickwheel.runtime.lifecycle.thread import ServiceThread

__all__ = ["Backoff", "Health", "Milestone", "Service", "ServiceThread", "run_service", "stop_on_signals"]
