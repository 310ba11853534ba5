"""`python -m tickwheel.cli` is `tickwheel`."""

from tickwheel.cli.main import run

run()
