"""The question whether Kafka answers."""

from tickwheel.runtime.broker_probe import ASK_EVERY_S, BrokerProbe
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.topic import Topic


def test_a_broker_that_answers_is_asked_only_now_and_then() -> None:
    clock = ManualClock()
    source = MemoryLog(MemoryBroker(clock), "test")
    probe = BrokerProbe(source, "events", clock)
    assert "tickwheel topics apply" in probe.why_not()
    source.admin().create_topics([Topic("events", 1, 1, {})])
    assert "tickwheel topics apply" in probe.why_not(), "the answer of a moment ago"
    clock.advance(ASK_EVERY_S * 1_000)
    assert probe.why_not() == ""
