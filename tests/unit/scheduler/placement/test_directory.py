"""Which worker gets it, who is alive, and why nobody can take it."""

from typing import Any

from tickwheel.protocol.workers import Mailbox, WorkerHeartbeat, WorkerStopped
from tickwheel.scheduler.placement.choice import choose
from tickwheel.scheduler.placement.directory import LAST_WORDS_S, Directory
from tickwheel.scheduler.placement.need import Need

LEASE_S = 10.0
MAIL = Need("default", "mail")


def beat(worker_id: str, **changes: Any) -> WorkerHeartbeat:
    values: dict[str, Any] = {
        "worker_id": worker_id,
        "instance": worker_id,
        "hostname": "host",
        "address": "",
        "version": "0",
        "queue": "default",
        "labels": {},
        "handlers": ("mail",),
        "mailboxes": (
            Mailbox(topic="t.default.normal", partition=0),
            Mailbox(topic="t.default.normal", partition=3),
        ),
        "slots": 10,
        "running": 0,
        "held": 0,
        "credit": 10,
        "cpu_milli": 4_000,
        "memory_mib": 4_096,
        "disk_mib": 0,
        "extra_resources": {},
        "draining": False,
        "started_at_ms": 0,
        "sent_at_ms": 0,
        "number": 1,
        "lease_ms": 10_000,
    }
    return WorkerHeartbeat(**(values | changes))


def directory(*beats: WorkerHeartbeat) -> Directory:
    made = Directory(LEASE_S)
    for each in beats:
        made.renew(each, seen_at_s=0.0)
    return made


def chosen(made: Directory, need: Need, draw: int = 0) -> str | None:
    worker = choose(made.suitable_for(need), need, draw)
    return None if worker is None else worker.heartbeat.worker_id


def test_prefers_of_two_drawn_the_one_with_more_credit() -> None:
    made = directory(beat("busy", credit=2), beat("idle", credit=9))
    first_busy_second_idle = 0 | (1 << 32)
    assert chosen(made, MAIL, first_busy_second_idle) == "idle"


def test_counts_what_it_gave_against_the_credit_until_it_comes_back() -> None:
    made = directory(beat("one", credit=1))
    made.book("one", 1)
    assert chosen(made, MAIL) is None
    assert made.why_not(MAIL) == "all workers of queue default are busy"
    made.book("one", -1)
    assert chosen(made, MAIL) == "one"


def test_counts_what_other_schedulers_gave_too() -> None:
    made = directory(beat("shared", credit=10, held=10))
    assert chosen(made, MAIL) is None


def test_gives_nothing_to_a_worker_that_drains_or_lacks_the_handler_or_a_label() -> None:
    made = directory(beat("drains", draining=True), beat("other", handlers=("fax",)))
    assert chosen(made, MAIL) is None
    in_eu = Need("default", "mail", labels=(("zone", "eu"),))
    made.renew(beat("us", labels={"zone": "us"}), 0.0)
    assert chosen(made, in_eu) is None
    made.renew(beat("eu", labels={"zone": "eu"}), 0.0)
    assert chosen(made, in_eu) == "eu"


def test_fits_resources_as_tightly_as_it_can() -> None:
    made = directory(
        beat("large", cpu_milli=8_000), beat("small", cpu_milli=2_000), beat("tiny", cpu_milli=500)
    )
    assert chosen(made, Need("default", "mail", cpu_milli=1_000)) == "small"


def test_books_resources_until_the_next_heartbeat_tells() -> None:
    made = directory(beat("one", cpu_milli=1_500))
    need = Need("default", "mail", cpu_milli=1_000)
    worker = choose(made.suitable_for(need), need, 0)
    assert worker is not None
    worker.take(need)
    assert choose(made.suitable_for(need), need, 0) is None
    made.renew(beat("one", cpu_milli=1_500), 1.0)
    assert chosen(made, need) == "one"


def test_says_why_nobody_can_take_it() -> None:
    assert directory().why_not(MAIL) == "no live worker in queue default"
    assert "draining" in directory(beat("d", draining=True)).why_not(MAIL)
    assert "has registered handler mail" in directory(beat("f", handlers=("fax",))).why_not(MAIL)
    labelled = Need("default", "mail", labels=(("zone", "eu"),))
    assert "carries the labels zone=eu" in directory(beat("us")).why_not(labelled)
    hungry = Need("default", "mail", memory_mib=1_000_000)
    assert "resources free" in directory(beat("small")).why_not(hungry)


def test_calls_a_worker_lost_when_its_lease_has_ended_and_not_before() -> None:
    made = directory(beat("silent"))
    assert made.expire(LEASE_S) == []
    assert not made.is_lost("silent", LEASE_S)
    assert made.expire(LEASE_S + 0.1) == ["silent"]
    assert made.is_lost("silent", LEASE_S + 0.1)


def test_calls_a_worker_that_said_goodbye_lost_when_its_last_words_have_arrived() -> None:
    made = directory(beat("polite"))
    made.stop(WorkerStopped(worker_id="polite", reason="drained", stopped_at_ms=0), 5.0)
    assert made.suitable_for(MAIL) == []
    assert not made.is_lost("polite", 5.0 + LAST_WORDS_S)
    assert made.is_lost("polite", 5.1 + LAST_WORDS_S)


def test_waits_a_lease_for_a_worker_it_has_never_heard_of() -> None:
    made = directory()
    assert not made.is_lost("stranger", 5.0)
    assert not made.is_lost("stranger", 5.0 + LEASE_S)
    assert made.is_lost("stranger", 5.1 + LEASE_S)


def test_takes_turns_among_the_mailboxes_of_a_worker() -> None:
    worker = choose(directory(beat("one")).suitable_for(MAIL), MAIL, 0)
    assert worker is not None
    assert {worker.mailbox("t.default.normal") for _ in range(4)} == {0, 3}
    assert worker.mailbox("t.default.low") is None


def test_a_worker_that_counts_on_a_longer_lease_is_given_it() -> None:
    made = directory(beat("patient", lease_ms=30_000), beat("hasty", lease_ms=5_000))
    assert made.expire(LEASE_S + 1) == ["hasty"]
    assert made.expire(29.0) == []
    assert made.expire(31.0) == ["patient"]
