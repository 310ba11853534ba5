"""A stream that does not take what it asked for is let go, and told so."""

from tickwheel.command_api.access import Identity
from tickwheel.command_api.live.message import LiveMessage
from tickwheel.command_api.live.subscription import WAITING_AT_MOST, Subscription

ADMIN = Identity("root", "admin", "token")
USER = Identity("ada", "user", "token")


def told(job_id: str = "1", owner: str | None = None) -> LiveMessage:
    return LiveMessage("0:1", frozenset(("jobs",)), job_id, owner, "JobPaused", b"{}")


async def test_a_slow_client_is_let_go_and_its_backlog_with_it() -> None:
    subscription = Subscription(ADMIN, {"jobs"})
    for _ in range(WAITING_AT_MOST):
        subscription.put(told())
    assert subscription.ended == ""
    subscription.put(told())
    assert (subscription.ended, await subscription.take(0.0)) == ("slow", [])


async def test_a_client_that_keeps_up_gets_everything_in_order() -> None:
    subscription = Subscription(ADMIN, {"jobs"})
    for number in range(5):
        subscription.put(told(str(number)))
    assert [one.job_id for one in await subscription.take(1.0)] == ["0", "1", "2", "3", "4"]


async def test_a_job_that_changes_hands_is_told_to_its_owner_of_today() -> None:
    subscription = Subscription(USER, {"jobs"})
    subscription.knows_own({"1"})
    assert subscription.may_see(told())
    assert not subscription.may_see(told(owner="bob"))
    assert not subscription.may_see(told())
    assert subscription.may_see(told(owner="ada"))
