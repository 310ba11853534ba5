"""A handler of its own for the broken one: calls of another fault's handlers must not count against it, nor for it."""

from tickwheel.worker import App

app = App("alerts")


@app.job("alerts.broken")
async def broken() -> None:
    raise RuntimeError("what it calls is gone")
