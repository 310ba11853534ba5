"""Recalls reach the workers, also when the broker was away at the wrong moment."""

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.topic import Topic
from tickwheel.scheduler.control import Control

RECALL = RecallAttempt(
    job_id="j", execution_id="e", attempt=1, worker_id="w", reason="cancel", stop_running=True, sent_at_ms=1
)


def test_sends_a_recall_again_that_did_not_get_through() -> None:
    codec, topics, broker = Codec(), Topics(), MemoryBroker(ManualClock())
    log = MemoryLog(broker, "test")
    log.admin().create_topics([Topic(name=topics.control, partitions=1, replication=1, config={})])
    control = Control(log, topics, codec)
    control.open()
    for _ in range(2):
        broker.faults.lose_delivery_report("test", written=False)
    control.send([RECALL])
    for _ in range(4):
        control.serve()
    control.close()

    consumer = log.consumer(None)
    consumer.assign({TopicPartition(topics.control, 0): BEGINNING})
    assert [codec.decode(record.value or b"") for record in consumer.poll(10, 1.0)] == [RECALL]
