"""Something outside the scheduler notices that due work is not being started, and says so without the scheduler."""

from tests.e2e.dev import eventually
from tests.integration.api.api import Api
from tests.integration.watching.jobs import made
from tests.integration.watching.receiver import Receiver
from tests.integration.watching.scrape import scrape, status, value

from tickwheel.embedded.stack import Stack


def test_alarms_when_the_scheduler_is_frozen_and_calms_down_when_it_goes_on(
    api: Api, receiver: Receiver, stack: Stack
) -> None:
    made(api, handler="noop", interval_ms=1_000)
    (scheduler,), (watch,) = stack.of_kind("scheduler"), stack.of_kind("watch")
    eventually(lambda: value(scrape(scheduler), "tickwheel_executions_completed_total") > 0)
    told = len(receiver.about("overdue"))
    scheduler.pause()
    try:
        eventually(lambda: value(scrape(watch), "tickwheel_overdue", cause="undecided") > 0, 30)
        eventually(lambda: len(receiver.about("overdue")) > told)
    finally:
        scheduler.resume()
    assert "Due work is not being started" in watch.log_path.read_text()
    assert value(scrape(watch), "tickwheel_overdue_oldest_seconds", cause="undecided") >= 3
    eventually(lambda: value(scrape(watch), "tickwheel_overdue") == 0, 40)


def test_is_blind_rather_than_wrong_when_the_tables_are_behind(api: Api, stack: Stack) -> None:
    made(api, handler="noop", interval_ms=1_000)
    (projector,), (watch,) = stack.of_kind("projector"), stack.of_kind("watch")
    projector.pause()
    try:
        eventually(lambda: value(scrape(watch), "tickwheel_watch_blind") == 1, 40)
    finally:
        projector.resume()
    eventually(lambda: value(scrape(watch), "tickwheel_watch_blind") == 0, 40)


def test_tells_of_overdue_work_when_kafka_itself_is_gone(api: Api, receiver: Receiver, stack: Stack) -> None:
    """It waits for Kafka too, and must look nevertheless."""
    made(api, handler="noop", interval_ms=1_000, queue="default", tags={"case": "kafka"})
    (scheduler,), (watch,) = stack.of_kind("scheduler"), stack.of_kind("watch")
    eventually(lambda: value(scrape(scheduler), "tickwheel_executions_completed_total") > 0)
    assert stack.kafka is not None
    broker = stack.kafka.brokers[0]
    broker.pause()
    try:
        eventually(lambda: value(scrape(watch), "tickwheel_overdue", cause="undecided") > 0, 40)
        (worker,) = stack.of_kind("worker")
        eventually(lambda: status(worker, "/health/ready") == 503, 20)
    finally:
        broker.resume()
    eventually(lambda: value(scrape(watch), "tickwheel_overdue") == 0, 60)
    eventually(lambda: status(worker, "/health/ready") == 200, 40)


def test_says_that_it_is_blind_when_postgres_cannot_be_read(receiver: Receiver, stack: Stack) -> None:
    (watch,) = stack.of_kind("watch")
    assert stack.postgres is not None
    stack.postgres.kill()
    try:
        eventually(lambda: value(scrape(watch), "tickwheel_watch_blind") == 1, 40)
        eventually(lambda: receiver.about("blind"), 40)
    finally:
        stack.postgres.start()
    assert "Cannot connect to Postgres" in receiver.about("blind")[0]["title"]
    eventually(lambda: value(scrape(watch), "tickwheel_watch_blind") == 0, 60)
