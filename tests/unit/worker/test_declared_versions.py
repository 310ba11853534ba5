"""What becomes of a declared job when its code goes forth and back within the hour."""

from msgspec.structs import replace

from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.job import JobCreated, JobUpdated
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.testing.virtual import VirtualTickwheel
from tickwheel.worker import App
from tickwheel.worker.declaration import Declaration

OLD = JobDefinition(name="report", handler="report", when="cron", cron="0 9 * * *", owner="me")
NEW = replace(OLD, cron="0 10 * * *")


async def declare(t: VirtualTickwheel, start: str, job: JobDefinition) -> None:
    """As a worker does that finds the job there, or not."""
    log = MemoryLog(MemoryBroker(t.clock), "unused")
    declaration = Declaration(
        log, Topics("tickwheel."), Codec(), t.clock, namespace="default", partitions=2, actor="w", start=start
    )
    for command in (declaration.create(job), declaration.update(job)):
        t.send(command)
        await t.advance("1s")


async def test_goes_back_to_the_version_of_a_moment_ago() -> None:
    """It was taken for a repetition of what had been said an hour ago, and the new version stayed."""
    async with VirtualTickwheel(App("none")) as t:
        for start, job in enumerate((OLD, NEW, OLD, OLD)):
            await declare(t, str(start), job)
        versions = [e.definition.cron for e in t.events("report") if isinstance(e, JobCreated | JobUpdated)]
    assert versions == ["0 9 * * *", "0 10 * * *", "0 9 * * *"]
