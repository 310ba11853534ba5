"""Handlers of these tests alone: what they do to their circuit breakers troubles nobody else."""

from tickwheel.worker import App, NonRetryable

app = App("watching")


class Unlucky(Exception):  # noqa: N818 - shown to users as the class of the error
    """A retry may help."""


@app.job("watching.unlucky")
async def unlucky() -> None:
    raise Unlucky("no luck")


@app.job("watching.hopeless")
async def hopeless() -> None:
    raise NonRetryable("no hope")
