"""People are told what they asked to know, by jobs that run on the same stack."""

import json
from pathlib import Path

from tests.e2e.dev import eventually
from tests.integration.api.api import Api
from tests.integration.watching.jobs import made
from tests.integration.watching.receiver import Receiver
from tests.integration.watching.scrape import scrape, value

from tickwheel.embedded.stack import Stack

TEAM = {"team": "billing"}


def test_tells_of_a_final_failure_once_signed_and_retried(api: Api, receiver: Receiver, stack: Stack) -> None:
    job = made(api, handler="fail", payload={"message": "no money"}, now=True, max_retries=1, tags=TEAM)
    other = made(api, handler="fail", now=True, max_retries=0)

    eventually(lambda: receiver.about("failed", job), 40)
    notice = receiver.about("failed", job)[0]
    assert notice["severity"] == "error"
    assert "no money" in notice["title"]
    assert notice["job"]["tags"]["team"] == "billing"
    assert receiver.refused == 1, "the first attempt was answered 503 and made again"
    assert receiver.forged == 0
    errand = f"/jobs/system:notify:billing:{notice['id']}"
    sent = api.wait_for(errand, lambda found: bool(found["status"] == "COMPLETED"))
    assert sent["tags"]["tickwheel"] == "notification"
    (watch,) = stack.of_kind("watch")
    eventually(lambda: other in watch.log_path.read_text())
    assert not receiver.about("failed", other), "its tags are not those of a route"
    assert len(receiver.about("failed", job)) == 1


def test_tells_when_a_job_pauses_itself(api: Api, receiver: Receiver) -> None:
    job = made(
        api, handler="watching.hopeless", interval_ms=1_000, max_retries=0, auto_pause_after=1, tags=TEAM
    )
    eventually(lambda: receiver.about("auto_paused", job), 40)


def test_tells_when_a_run_is_about_to_time_out(api: Api, receiver: Receiver) -> None:
    job = made(api, handler="sleep", payload={"seconds": 2.5}, now=True, timeout_ms=3_000, tags=TEAM)
    eventually(lambda: receiver.about("timeout_near", job), 40)


def test_hands_a_notice_to_a_command(api: Api, stack: Stack) -> None:
    job = made(api, handler="watching.hopeless", now=True, max_retries=0, tags={"team": "shell"})
    (watch,) = stack.of_kind("watch")
    told = Path(stack.plan.settings["TICKWHEEL_WATCH_ROUTES_PATH"]).parent / "told.json"
    eventually(lambda: told.exists() and told.read_text(), 40)
    notice = json.loads(told.read_text())
    assert notice["job"]["name"] == job
    assert value(scrape(watch), "tickwheel_notifications_total", reason="failed", channel="command") == 1


def test_tells_when_a_handler_is_broken_everywhere(api: Api, receiver: Receiver) -> None:
    for _ in range(6):
        made(api, handler="fail", now=True, max_retries=0)
    eventually(lambda: receiver.about("breaker_open"), 40)
    assert receiver.about("breaker_open")[0]["details"]["handler"] == "fail"
