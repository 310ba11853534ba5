"""What the jobs of the demonstration do: nothing real, but with logs, progress, slowness and failures as in life.

Which run fails follows from its execution id alone, so the same history always looks the same.
"""

import asyncio
import zlib
from typing import Any

import pydantic

from tickwheel.worker import App, JobContext, NonRetryable, Retry

app = App("demo")


class Customers(pydantic.BaseModel):
    """Which customers, and how many at a time."""

    region: str = "EU"
    batch: int = pydantic.Field(50, ge=1, le=1_000)


class Feed(pydantic.BaseModel):
    source: str = pydantic.Field("suppliers", description="Where the rows come from.")
    rows: int = pydantic.Field(1_200, ge=0)


class Video(pydantic.BaseModel):
    file: str = "launch.mov"
    seconds: float = pydantic.Field(25.0, ge=0, le=600)


class CardDeclined(NonRetryable):
    """The bank said no."""


class RowInvalid(NonRetryable):
    """A row of a feed cannot be read."""


@app.job("billing.charge_cards", timeout="1m", retry=Retry(times=2, initial="2s"))
async def charge_cards(payload: Customers, context: JobContext) -> dict[str, int]:
    """Charges the cards of customers whose invoice is due."""
    context.log("charging", region=payload.region, batch=payload.batch)
    await asyncio.sleep(0.1)
    number = _number(context, 90_000) + 10_000
    if _bad_luck(context, 12):
        raise CardDeclined(f"card of customer {number} was declined: insufficient funds")
    if _bad_luck(context, 25, "gateway") and context.attempt == 1:
        raise ConnectionError(f"payment gateway did not answer within {number % 20 + 10} s")
    return {"charged": payload.batch, "cents": number * 7}


@app.job("billing.send_invoices", timeout="5m")
async def send_invoices(payload: Customers, context: JobContext) -> dict[str, int]:
    """Sends the invoices of the day."""
    return await _in_steps(context, "invoices", 4, 0.1)


@app.job("reports.render", timeout="5m")
async def render(context: JobContext) -> dict[str, Any]:
    """Renders a report and stores it."""
    await _in_steps(context, "pages", 3, 0.1)
    if _bad_luck(context, 17, "template"):
        raise NonRetryable(f"template {context.job_name} has no field 'gross_margin_{_number(context, 9)}'")
    return {"pages": 12 + _number(context, 30), "stored": f"reports/{context.job_name}/{context.due_ms}.pdf"}


@app.job("imports.feed", timeout="2m", retry=Retry(times=1, initial="1s"))
async def feed(payload: Feed, context: JobContext) -> dict[str, int]:
    """Imports a feed of rows."""
    context.log("downloading", source=payload.source)
    await asyncio.sleep(0.2)
    if _bad_luck(context, 9, "rows"):
        row = _number(context, 4_000)
        context.log("a row cannot be read", level="error", row=row)
        raise RowInvalid(f"row {row}: price {_number(context, 90)},- is not a number")
    context.progress(1.0, f"{payload.rows} rows")
    return {"rows": payload.rows}


@app.job("warehouse.build", timeout="5m")
async def build(context: JobContext) -> dict[str, int]:
    """Builds a table of the warehouse."""
    return await _in_steps(context, "partitions", 5, 0.3)


@app.job("media.transcode", timeout="15m")
async def transcode(payload: Video, context: JobContext) -> dict[str, str]:
    """Transcodes a video; slow, with progress."""
    for percent in range(0, 100, 4):
        context.progress(percent / 100, f"{payload.file}: {percent} %")
        if percent % 20 == 0:
            context.log("encoded", file=payload.file, percent=percent)
        await asyncio.sleep(payload.seconds / 25)
    return {"file": payload.file.replace(".mov", ".mp4")}


@app.job("media.thumbnails", timeout="30s")
async def thumbnails(context: JobContext) -> dict[str, int]:
    """Makes thumbnails of new uploads."""
    await asyncio.sleep(0.15)
    return {"made": _number(context, 40)}


@app.job("ops.probe", timeout="10s", retry=Retry(times=0))
async def probe(context: JobContext) -> dict[str, int]:
    """Asks a service whether it is well."""
    await asyncio.sleep(0.05)
    if _bad_luck(context, 40, "probe"):
        raise TimeoutError(f"shop-{_number(context, 4)} did not answer within 2.0 s")
    return {"ms": 8 + _number(context, 60)}


@app.job("ops.maintain", timeout="10m")
async def maintain(context: JobContext) -> None:
    """Backs up, rotates, renews."""
    await _in_steps(context, "steps", 3, 0.1)


@app.job("mail.send", timeout="1m")
async def send(payload: Customers, context: JobContext) -> dict[str, int]:
    """Sends mail to a list of customers."""
    await asyncio.sleep(0.2)
    return {"sent": payload.batch}


async def _in_steps(context: JobContext, what: str, steps: int, seconds: float) -> dict[str, int]:
    for step in range(1, steps + 1):
        await asyncio.sleep(seconds)
        context.progress(step / steps, f"{step} of {steps} {what}")
    context.log("done", what=what, steps=steps)
    return {what: steps}


def _number(context: JobContext, below: int, what: str = "") -> int:
    return zlib.crc32(f"{context.execution_id}{what}".encode()) % below


def _bad_luck(context: JobContext, one_in: int, what: str = "luck") -> bool:
    return _number(context, one_in, what) == 0
