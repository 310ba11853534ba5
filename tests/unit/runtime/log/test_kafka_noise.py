"""An outage is told once in a while, not once an attempt."""

import logging

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log.kafka.noise import OncePerWhile


def line(text: str) -> logging.LogRecord:
    return logging.LogRecord("tickwheel.kafka", logging.ERROR, __file__, 1, text, (), None)


def test_lines_of_one_kind_are_held_back_for_a_while_and_counted() -> None:
    clock = ManualClock()
    quiet = OncePerWhile(clock)

    first = [quiet.filter(line(f"FAIL [a#consumer-1] connection refused, attempt {n}")) for n in range(4)]
    clock.advance(10_000)
    again = line("FAIL [a#consumer-1] connection refused")

    assert first == [True, False, False, False]
    assert quiet.filter(again)
    assert again.getMessage().endswith("(and 3 more like it)")


def test_other_kinds_and_other_clients_are_told_at_once() -> None:
    quiet = OncePerWhile(ManualClock())

    told = [quiet.filter(line(text)) for text in ("FAIL [a] x", "FAIL [b] x", "GETPID [a] x")]

    assert told == [True, True, True]
