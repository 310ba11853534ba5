"""How long each fault was felt: until jobs start on time again, and until commands are answered promptly again."""

from collections import defaultdict
from typing import Any

from tests.chaos.checker.history import History
from tests.chaos.checker.lateness import Lateness, first_starts
from tests.chaos.nemesis.nemesis import Done

PROMPT_MS = 1_000
CALM_AFTER_MS = 20_000
AFTERMATH_MS = 60_000


def lateness(history: History, done: list[Done]) -> dict[str, dict[str, float]]:
    """Of starts in calm times, and of all others."""
    late = Lateness(history)
    felt: dict[str, list[float]] = {"calm": [], "faults": []}
    for stamp in first_starts(history):
        near = any(d.began_ms - 1_000 <= stamp.real_ms <= d.ended_ms + CALM_AFTER_MS for d in done)
        felt["faults" if near else "calm"].append(late.of(stamp))
    return {when: _figures(values) for when, values in felt.items()}


def recovery(history: History, done: list[Done]) -> dict[str, dict[str, Any]]:
    """By kind of fault, in seconds from its beginning: 0 if nobody noticed."""
    starts, answers = _slow_starts(history), _slow_answers(history)
    found: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for place, fault in enumerate(done):
        following = [d.began_ms for d in done[place + 1 :] if d.began_ms > fault.ended_ms]
        until_ms = min([fault.ended_ms + AFTERMATH_MS, *following])
        held_s = (fault.ended_ms - fault.began_ms) / 1_000
        late_s = _last_s(starts, fault.began_ms, until_ms)
        slow_s = _last_s(answers, fault.began_ms, until_ms)
        found[fault.kind].append((held_s, late_s, slow_s))
    return {kind: _summary(each) for kind, each in sorted(found.items())}


def _slow_starts(history: History) -> list[float]:
    late = Lateness(history)
    return [s.real_ms for s in first_starts(history) if late.of(s) > PROMPT_MS]


def _slow_answers(history: History) -> list[float]:
    return [
        float(order.acked_real_ms)
        for order in history.orders
        if order.acked_ms and order.acked_real_ms - order.sent_real_ms > PROMPT_MS
    ]


def _last_s(slow: list[float], began_ms: int, until_ms: float) -> float:
    within = [at_ms for at_ms in slow if began_ms <= at_ms < until_ms]
    return (max(within) - began_ms) / 1_000 if within else 0.0


def _summary(each: list[tuple[float, float, float]]) -> dict[str, Any]:
    return {
        "times": len(each),
        "held_s": round(max(held for held, _, _ in each), 1),
        "starts_late_for_s": round(max(starts for _, starts, _ in each), 1),
        "answers_slow_for_s": round(max(answers for _, _, answers in each), 1),
    }


def _figures(values: list[float]) -> dict[str, float]:
    if not values:
        return {"starts": 0, "p50_ms": 0.0, "p99_ms": 0.0, "max_ms": 0.0}
    ordered = sorted(values)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    return {"starts": len(values), "p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": round(ordered[-1], 1)}
