"""`tickwheel demo`: fills the stack that `tickwheel dev` runs here, and works its jobs off until Ctrl-C."""

from typing import Annotated

import typer

from tickwheel.cli.extras import import_with_extras
from tickwheel.cli.remote import connect
from tickwheel.runtime.fault import Fault

LOOK_EVERY_S = 0.5


class NoStackError(Fault):
    """There is no stack here to fill."""


def demo(
    once: Annotated[
        bool, typer.Option("--once", help="Stop when the stack is filled and the past is worked off.")
    ] = False,
) -> None:
    """Fill a dev stack with believable jobs, failures and history, and run a worker for them until Ctrl-C."""
    from tickwheel.client.address import find_endpoints
    from tickwheel.runtime.clock import SystemClock
    from tickwheel.runtime.lifecycle import stop_on_signals

    fill = import_with_extras("tickwheel.demo.fill")
    worker = import_with_extras("tickwheel.demo.worker")
    endpoints = find_endpoints()
    if endpoints is None:
        raise NoStackError("Found no stack to fill: start one here with `tickwheel dev`")
    settings = worker.settings_of(endpoints["kafka"])
    with stop_on_signals() as stop, connect() as client, worker.running(client, settings) as process:
        planned = fill.fill(client, SystemClock(), print)
        print(f"Look at {endpoints['api']}; the demo's worker runs until Ctrl-C.")
        while not stop.wait(LOOK_EVERY_S) and process.poll() is None:
            if once and fill.is_settled(client, planned):
                return
