"""The kit with which users test their jobs: virtual time, real scheduling, real retries."""

from datetime import UTC, datetime

import pydantic
import pytest

from tickwheel.protocol.commands.job import PauseJob
from tickwheel.testing.virtual import START_MS, VirtualTickwheel
from tickwheel.worker import App, JobContext, NonRetryable, Retry

HOUR_MS = 3_600_000

app = App("billing")
seen: list[str] = []


class Invoice(pydantic.BaseModel):
    number: int


@app.job("billing.invoice")
async def invoice(payload: Invoice) -> dict[str, int]:
    seen.append(f"invoice {payload.number}")
    return {"sent": payload.number}


@app.job("billing.flaky", retry=Retry(times=3, initial="10s", jitter=0.0))
def flaky(context: JobContext) -> str:
    seen.append(f"attempt {context.attempt}")
    if context.attempt < 3:
        raise ConnectionError("not yet")
    return "at last"


@app.job("billing.broken")
def broken() -> None:
    raise NonRetryable("never")


@app.job("billing.hourly", schedule="0 * * * *")
def hourly() -> None:
    seen.append("hour")


@pytest.fixture(autouse=True)
def nothing_seen() -> None:
    seen.clear()


async def test_runs_at_once_what_is_due_now() -> None:
    async with VirtualTickwheel(app) as t:
        await t.enqueue(invoice, Invoice(number=7))
        (execution,) = t.executions("billing.invoice")
    assert (execution.status, execution.result) == ("COMPLETED", '{"sent":7}')


async def test_runs_later_what_is_due_later_and_at_its_instant() -> None:
    async with VirtualTickwheel(app) as t:
        await t.enqueue(invoice, Invoice(number=1), delay="90m")
        await t.enqueue(invoice, Invoice(number=2), run_at=datetime(2026, 1, 1, 0, 30, 0, 500_000, UTC))
        await t.advance("89m")
        assert [line for line in seen if line != "hour"] == ["invoice 2"]
        await t.advance("2m")
        first, second = sorted(t.executions("billing.invoice"), key=lambda e: e.started_at_ms)
    assert first.started_at_ms == START_MS + 1_800_500
    assert second.started_at_ms - second.due_ms == 0


async def test_declared_jobs_follow_their_schedule() -> None:
    async with VirtualTickwheel(app) as t:
        await t.advance("5h")
        due = [
            execution.due_ms
            for execution in t.executions("billing.hourly")
            if execution.status == "COMPLETED"
        ]
    assert seen == ["hour"] * 5
    assert due == [START_MS + n * HOUR_MS for n in range(1, 6)]


async def test_retries_with_the_real_back_off() -> None:
    async with VirtualTickwheel(app) as t:
        await t.enqueue(flaky)
        assert seen == ["attempt 1"]
        await t.advance("9s")
        assert seen == ["attempt 1"]
        await t.advance("22s")
        (execution,) = t.executions("billing.flaky")
    assert (execution.status, execution.failures, execution.result) == ("COMPLETED", 2, '"at last"')


async def test_tells_why_an_execution_failed() -> None:
    async with VirtualTickwheel(app) as t:
        await t.enqueue(broken)
        (execution,) = t.executions("billing.broken")
    assert (execution.status, execution.failures) == ("FAILED", 1)
    assert "never" in execution.error


async def test_the_same_key_is_done_once() -> None:
    async with VirtualTickwheel(app) as t:
        await t.enqueue(invoice, Invoice(number=7), key="7")
        await t.enqueue(invoice, Invoice(number=7), key="7")
    assert seen == ["invoice 7"]


async def test_takes_any_command() -> None:
    async with VirtualTickwheel(app) as t:
        t.send(PauseJob(command_id="p", job="billing.hourly"))
        await t.advance("3h")
        names = [type(event).__name__ for event in t.events("billing.hourly")]
    assert seen == []
    assert "JobPaused" in names


class Order(pydantic.BaseModel):
    number: int


@app.job("billing.order")
async def order(payload: Order) -> None:
    await app.enqueue(invoice, Invoice(number=payload.number), delay="1h")
    app.enqueue_sync(flaky)


async def test_what_a_handler_enqueues_stays_in_virtual_time() -> None:
    before = app.connect(None)
    async with VirtualTickwheel(app) as t:
        await t.enqueue(order, Order(number=7))
        await t.advance("2h")
        statuses = {each.handler: each.status for each in t.executions()}
    assert statuses["billing.invoice"] == statuses["billing.flaky"] == "COMPLETED"
    assert app.connect(before) is None
