"""A scheduler tells what waits in it, and when nothing waits any more."""

from tickwheel.protocol.handlers import HandlerBacklog
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.topic import Topic
from tickwheel.scheduler.backlog import Backlog
from tickwheel.scheduler.placement.need import Need
from tickwheel.scheduler.placement.ready import ReadyQueue

MAIL = Need("default", "mail.send")
MAIL_IN_EUROPE = Need("default", "mail.send", labels=(("region", "eu"),))


def test_tells_what_waits_by_queue_and_handler_and_then_its_end() -> None:
    clock, codec, topics, ready = ManualClock(), Codec(), Topics(), ReadyQueue()
    log = MemoryLog(MemoryBroker(clock), "test")
    log.admin().create_topics([Topic(name=topics.handler_stats, partitions=1, replication=1, config={})])
    backlog = Backlog(log, topics, codec, clock, ready, "s-1")
    ready.push("a", 0, MAIL, 50, 0)
    ready.push("b", 0, MAIL, 50, 0)
    ready.push("c", 1, MAIL_IN_EUROPE, 50, 0)

    backlog.tell_if_due()
    clock.advance(2_000)
    backlog.tell_if_due()
    for execution_id in "abc":
        ready.discard(execution_id)
    clock.advance(2_000)
    backlog.tell_if_due()
    clock.advance(2_000)
    backlog.tell_if_due()
    backlog.close()

    consumer = log.consumer(None)
    consumer.assign({TopicPartition(topics.handler_stats, 0): BEGINNING})
    told = [codec.decode(record.value or b"", HandlerBacklog) for record in consumer.poll(10, 1.0)]
    assert [(each.queue, each.handler, each.scheduler, each.waiting) for each in told] == [
        ("default", "mail.send", "s-1", 3),
        ("default", "mail.send", "s-1", 0),
    ]
