"""The tables that schedulers follow: whose clock is wrong is seen all the same."""

from tickwheel.protocol.topics import Topics
from tickwheel.protocol.workers import WorkerHeartbeat
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.topic import Topic
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.tables import Tables

TOPICS = Topics("test.")
HOUR_MS = 3_600_000


class Followed:
    """Tables of a scheduler, and a worker that writes to them."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.directory = Directory(10.0)
        broker = MemoryBroker(self.clock)
        log = MemoryLog(broker, "test")
        names = (TOPICS.workers, TOPICS.handler_health, TOPICS.dependencies, TOPICS.calendars)
        log.admin().create_topics([Topic(name, 1, 1, {}) for name in names])
        self.tables = Tables(log, TOPICS, Codec(), self.clock, self.directory)
        self._producer = log.producer()

    def beat(self, worker_id: str, *, sent_at_ms: int) -> None:
        beat = WorkerHeartbeat(
            worker_id=worker_id,
            instance=worker_id,
            hostname="host",
            address="",
            version="1",
            queue="default",
            labels={},
            handlers=("noop",),
            mailboxes=(),
            slots=1,
            running=0,
            held=0,
            credit=1,
            cpu_milli=0,
            memory_mib=0,
            disk_mib=0,
            extra_resources={},
            draining=False,
            started_at_ms=0,
            sent_at_ms=sent_at_ms,
            number=1,
            lease_ms=10_000,
        )
        self._producer.produce(
            TOPICS.workers, 0, worker_id.encode(), Codec().encode(beat), timestamp_ms=sent_at_ms
        )

    def alive(self) -> list[str]:
        return [worker.heartbeat.worker_id for worker in self.directory.workers()]


def test_a_worker_whose_clock_is_an_hour_behind_is_alive() -> None:
    followed = Followed()
    followed.tables.open()
    followed.beat("behind", sent_at_ms=followed.clock.now_ms() - HOUR_MS)
    followed.tables.follow()
    assert followed.alive() == ["behind"]


def test_the_long_dead_are_not_taken_for_alive_at_the_start() -> None:
    followed = Followed()
    followed.beat("dead", sent_at_ms=followed.clock.now_ms() - HOUR_MS)
    followed.beat("alive", sent_at_ms=followed.clock.now_ms() - 1_000)
    followed.tables.open()
    assert followed.alive() == ["alive"]
