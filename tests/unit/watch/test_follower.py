"""The follower on a log in memory: what it orders, what it never orders, and what a fault does to it."""

from collections.abc import Iterable

import pytest

from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.events.execution import ExecutionFailed
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.watch.follower import GIVE_UP_LOOKING_MS, Follower
from tickwheel.watch.notice import NOTIFICATION_PREFIX, JobFacts
from tickwheel.watch.route import Route

WEBHOOK = Route(name="hook", channel="webhook", url="https://x.example", secret="secret://key", per_minute=5)
CODEC = Codec()


class Scene:
    def __init__(self) -> None:
        self.clock = ManualClock()
        self.kafka = KafkaGroup(partitions=1, mailboxes=1, replication=1, min_insync=1)
        self.topics = Topics(self.kafka.topic_prefix)
        self.log = MemoryLog(MemoryBroker(self.clock), "test")
        cluster = Cluster(self.log, self.topics, CODEC, clock=self.clock)
        ClusterTopics(self.log.admin(), self.topics, cluster, Layout.of(self.kafka)).apply()
        self.known = {"j1": JobFacts(id="j1", name="billing")}

    def begin(self) -> None:
        follower = Follower(self.log, self.kafka, CODEC, self.clock, "w1", [WEBHOOK], self._facts)
        follower.start()
        self.follower = follower
        self.turn()

    def turn(self) -> None:
        for _ in range(5):
            self.follower.follow()

    def fails(self, execution: str, job: str = "j1") -> None:
        event = ExecutionFailed(
            job_id=job, sequence=1, at_ms=self.clock.now_ms(), job_status="FAILED", execution_id=execution,
            attempt=1, worker_id="w", kind="error", error_class="E", error_message="m", traceback="",
            started_at_ms=0, finished_at_ms=0, dead_lettered=True,
        )  # fmt: skip
        producer = self.log.producer()
        producer.produce(self.topics.events, 0, job.encode(), CODEC.encode(event))
        producer.flush(1.0)
        producer.close()

    def ordered(self) -> list[CreateJob]:
        reader = self.log.consumer(None)
        where = TopicPartition(self.topics.commands("high"), 0)
        reader.assign({where: BEGINNING})
        records = reader.poll(1_000, 0.0)
        reader.close()
        return [CODEC.decode(record.value or b"", CreateJob) for record in records]

    def _facts(self, job_ids: Iterable[str]) -> dict[str, JobFacts]:
        return {job_id: self.known[job_id] for job_id in job_ids if job_id in self.known}


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.begin()
    return scene


def test_orders_one_errand_for_a_failure(scene: Scene) -> None:
    scene.fails("e1")
    scene.turn()
    (errand,) = scene.ordered()
    assert errand.definition.name.startswith(f"{NOTIFICATION_PREFIX}hook:")
    assert errand.definition.handler == "http"


def test_tells_nothing_about_what_happened_before_it_first_began() -> None:
    scene = Scene()
    scene.fails("e0")
    scene.clock.advance(60_000)
    scene.begin()
    assert scene.ordered() == []
    scene.fails("e1")
    scene.turn()
    assert len(scene.ordered()) == 1


def test_goes_on_where_it_was_and_tells_nothing_twice(scene: Scene) -> None:
    scene.fails("e1")
    scene.turn()
    scene.follower.stop()
    scene.fails("e2")
    scene.begin()
    scene.turn()
    assert len(scene.ordered()) == 2


def test_waits_until_the_tables_know_the_job(scene: Scene) -> None:
    scene.fails("e1", job="j2")
    scene.turn()
    assert scene.ordered() == []
    scene.known["j2"] = JobFacts(id="j2", name="late")
    scene.turn()
    assert len(scene.ordered()) == 1


def test_a_job_that_nobody_knows_holds_nothing_up_for_ever(scene: Scene) -> None:
    scene.fails("e1", job="j3")
    scene.turn()
    scene.fails("e2")
    scene.clock.advance(GIVE_UP_LOOKING_MS)
    scene.turn()
    assert len(scene.ordered()) == 1, "the one that is known"


def test_tells_nothing_about_a_notification_that_failed(scene: Scene) -> None:
    scene.known["n1"] = JobFacts(id="n1", name=f"{NOTIFICATION_PREFIX}hook:1")
    scene.fails("e1", job="n1")
    scene.turn()
    assert scene.ordered() == []


def test_a_storm_of_failures_is_no_storm_of_notifications(scene: Scene) -> None:
    for number in range(50):
        scene.fails(f"e{number}")
    scene.turn()
    assert len(scene.ordered()) == WEBHOOK.per_minute
