"""What the floor does with claimed attempts: when they start, in which order, and how they leave."""

from tests.unit.worker.scene import NOW_MS, Scene, dispatch, recall

from tickwheel.worker.floor.ending import DRAINING, FENCED
from tickwheel.worker.floor.resources import Resources


def test_starts_a_due_attempt_at_once() -> None:
    scene = Scene()
    scene.claim(dispatch("e1"))
    assert scene.runner.started == ["e1"]


def test_never_starts_before_the_instant() -> None:
    scene = Scene()
    scene.claim(dispatch("e1", not_before_ms=NOW_MS + 1_000))
    scene.advance(975)
    scene.clock.advance(24.999)
    scene.floor.tick()
    assert scene.runner.started == []
    scene.clock.advance(0.001)
    scene.floor.tick()
    assert scene.runner.started == ["e1"]


def test_does_not_start_what_was_due_before_the_clock_was_set_back() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("running"), dispatch("next"))
    scene.clock.jump(-60_000)
    scene.finish("running")
    assert scene.runner.started == ["running"]
    scene.advance(60_000)
    assert scene.runner.started == ["running", "next"]


def test_tells_the_runner_what_is_parked() -> None:
    scene = Scene()
    scene.claim(dispatch("now"), dispatch("later", not_before_ms=NOW_MS + 1_000))
    assert (scene.runner.started, scene.runner.expected) == (["now"], ["later"])


def test_tells_the_next_instant() -> None:
    scene = Scene()
    scene.claim(dispatch("e1", not_before_ms=NOW_MS + 700), dispatch("e2", not_before_ms=NOW_MS + 300))
    assert scene.floor.tick() == NOW_MS + 300


def test_wakes_the_starter_when_something_sooner_arrives() -> None:
    scene = Scene()
    woken: list[bool] = []
    scene.floor._wake = lambda: woken.append(True)
    scene.claim(dispatch("e1", not_before_ms=NOW_MS + 700))
    scene.floor.tick()
    scene.claim(dispatch("e2", not_before_ms=NOW_MS + 800))
    assert woken == []
    scene.claim(dispatch("e3", not_before_ms=NOW_MS + 300))
    assert woken == [True]


def test_starts_no_more_than_it_has_slots() -> None:
    scene = Scene(slots=2)
    scene.claim(dispatch("e1"), dispatch("e2"), dispatch("e3"))
    assert scene.runner.started == ["e1", "e2"]
    scene.finish("e1")
    assert scene.runner.started == ["e1", "e2", "e3"]


def test_starts_the_higher_priority_first() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("running"))
    scene.claim(
        dispatch("p40", priority=40),
        dispatch("p60", priority=60),
        dispatch("p50", priority=50),
    )
    for execution in ("running", "p60", "p50", "p40"):
        scene.finish(execution)
    assert scene.runner.started == ["running", "p60", "p50", "p40"]


def test_never_starves_the_low_lane() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("first"), dispatch("low", priority=0))
    scene.claim(*(dispatch(f"c{n}", priority=100) for n in range(200)))
    for _ in range(70):
        scene.finish(scene.runner.started[-1])
    assert "low" in scene.runner.started
    assert scene.runner.started.index("low") > 2


def test_gives_back_what_waited_too_long_for_a_slot() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("long"), dispatch("waiting"))
    scene.advance(1_900)
    assert scene.outcomes == []
    scene.advance(500)
    assert scene.statuses == [("waiting", "released")]
    assert scene.floor.load().held == 1


def test_gives_an_old_dispatch_its_time_here_before_it_gives_it_back() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("long"), dispatch("old", not_before_ms=NOW_MS - 600_000))
    scene.advance(1_000)
    assert scene.outcomes == []


def test_gives_back_what_no_handler_here_can_run() -> None:
    scene = Scene()
    scene.claim(dispatch("e1", handler="billing.invoice"), handler=None)
    assert scene.statuses == [("e1", "released")]
    assert "billing.invoice" in scene.outcomes[0][1].error_message


def test_gives_back_what_asks_for_more_than_the_worker_has() -> None:
    scene = Scene(resources=Resources(memory_mib=512, labels={"zone": "eu"}))
    scene.claim(dispatch("big", memory_mib=1_024), dispatch("us", labels={"zone": "us"}))
    assert scene.statuses == [("big", "released"), ("us", "released")]


def test_waits_for_resources_that_another_attempt_holds() -> None:
    scene = Scene(slots=4, resources=Resources(memory_mib=512))
    scene.claim(dispatch("a", memory_mib=400), dispatch("b", memory_mib=400), dispatch("c"))
    assert scene.runner.started == ["a", "c"]
    scene.finish("a")
    assert scene.runner.started == ["a", "c", "b"]


def test_answers_a_recall_of_a_parked_attempt() -> None:
    scene = Scene()
    scene.claim(dispatch("e1", not_before_ms=NOW_MS + 1_000))
    assert scene.floor.recall(recall("e1"))
    scene.advance(2_000)
    assert scene.statuses == [("e1", "recalled")]
    assert scene.runner.started == []
    assert scene.floor.load().held == 0


def test_lets_a_running_attempt_end_when_the_recall_does_not_stop_it() -> None:
    scene = Scene()
    scene.claim(dispatch("e1"))
    assert scene.floor.recall(recall("e1", stop_running=False))
    assert scene.runner.stopped == []
    scene.finish("e1")
    assert scene.statuses == [("e1", "completed")]


def test_stops_a_running_attempt_when_the_recall_says_so() -> None:
    scene = Scene()
    scene.claim(dispatch("e1"))
    scene.floor.recall(recall("e1"))
    assert scene.runner.stopped == ["e1"]
    assert scene.runner.running["e1"].stop == "cancelled"


def test_obeys_a_recall_that_seems_older_than_the_dispatch_because_the_clock_was_set_back() -> None:
    scene = Scene()
    scene.claim(dispatch("e1", not_before_ms=NOW_MS + 1_000, dispatched_at_ms=NOW_MS + 10))
    assert scene.floor.recall(recall("e1", sent_at_ms=NOW_MS - 20_000))
    assert scene.statuses == [("e1", "recalled")]


def test_passes_over_a_recall_of_another_attempt() -> None:
    scene = Scene()
    scene.claim(dispatch("e1", attempt=2, not_before_ms=NOW_MS + 1_000))
    assert not scene.floor.recall(recall("e1"))
    assert scene.floor.load().parked == 1


def test_stops_an_attempt_whose_time_is_up_and_reports_it_if_it_does_not_obey() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("e1", timeout_ms=1_000))
    scene.advance(1_100)
    assert scene.runner.stopped == ["e1"]
    scene.advance(4_800)
    assert scene.outcomes == []
    scene.advance(400)
    assert scene.statuses == [("e1", "timed_out")]
    # Its thread may still be busy: the slot is free only when it really ends, and then nothing is reported twice.
    assert scene.floor.load().running == 1
    scene.finish("e1")
    assert scene.floor.load().running == 0
    assert scene.statuses == [("e1", "timed_out")]


def test_warns_once_when_most_of_the_time_is_used_up() -> None:
    scene = Scene()
    warned: list[str] = []
    scene.floor._warn = lambda held: warned.append(held.dispatch.execution_id)
    scene.claim(dispatch("e1", timeout_ms=10_000))
    scene.advance(7_900)
    assert warned == []
    scene.advance(1_000)
    assert warned == ["e1"]
    assert scene.runner.stopped == []
    scene.advance(1_400)
    assert (warned, scene.runner.stopped) == (["e1"], ["e1"])


def test_starts_nothing_without_a_lease() -> None:
    scene = Scene()
    scene.lease_held = False
    scene.claim(dispatch("e1"))
    scene.advance(100)
    assert scene.runner.started == []
    scene.lease_held = True
    scene.floor.tick()
    assert scene.runner.started == ["e1"]


def test_hands_back_everything_that_has_not_started_when_fenced() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("runs"), dispatch("ready"), dispatch("parked", not_before_ms=NOW_MS + 5_000))
    assert scene.floor.hand_back(FENCED) == 2
    assert sorted(scene.statuses) == [("parked", "released"), ("ready", "released")]


def test_takes_nothing_that_an_incarnation_claimed_which_is_over() -> None:
    """The intake may have been stopped, past its lease, between the commit of a claim and this."""
    scene = Scene()
    scene.incarnation = "worker-2"
    scene.claim(dispatch("e1"), dispatch("e2", not_before_ms=NOW_MS + 5_000))
    assert scene.outcomes == [("e1", FENCED), ("e2", FENCED)]
    assert scene.runner.started == []


def test_starts_nothing_more_when_it_drains() -> None:
    scene = Scene(slots=1)
    scene.claim(dispatch("runs"), dispatch("ready"))
    scene.floor.close_doors()
    scene.floor.hand_back(DRAINING)
    scene.finish("runs")
    assert scene.runner.started == ["runs"]
    assert scene.statuses == [("ready", "released"), ("runs", "completed")]


def test_wants_more_when_handlers_are_quick_and_only_its_slots_when_they_are_slow() -> None:
    quick, slow = Scene(slots=10), Scene(slots=10)
    for n in range(200):
        quick.claim(dispatch(f"q{n}"))
        quick.clock.advance(2)
        quick.finish(f"q{n}")
    slow.claim(*(dispatch(f"s{n}") for n in range(10)))
    slow.advance(30_000)
    assert quick.floor.load().credit > 2_000
    assert slow.floor.load().credit == 10


def test_wants_parked_attempts_on_top_of_what_it_can_start_soon() -> None:
    scene = Scene(slots=10)
    before = scene.floor.load().credit
    scene.claim(*(dispatch(f"e{n}", not_before_ms=NOW_MS + 9_000) for n in range(50)))
    assert scene.floor.load().credit == before + 50
