"""`make alerts`: hurts a running stack in every way that an alert is for, and says which alerts fired after how long."""

import sys
import time

from tests.alerts import rules
from tests.alerts.faults import FAULTS
from tests.alerts.run import seen_firing, watched_stack
from tests.e2e.dev import eventually

QUIET_WITHIN_S = 90.0


def main() -> int:
    never = {rule["alert"] for rule in rules.alerts()}
    with watched_stack() as (stack, api, prometheus):
        assert prometheus.rule_faults() == []
        for fault, wanted in FAULTS:
            began = time.monotonic()
            seen = seen_firing(fault, wanted, stack, api, prometheus)
            never -= seen
            took_s = time.monotonic() - began
            verdict = "all fired" if seen == wanted else f"did NOT fire: {', '.join(sorted(wanted - seen))}"
            say(f"{fault.__name__:22} {took_s:5.0f} s  {verdict}: {', '.join(sorted(seen))}")
            try:
                eventually(
                    lambda: not prometheus.firing() & {"TickwheelTargetDown", "TickwheelWorkOverdue"},
                    QUIET_WITHIN_S,
                )
            except AssertionError:
                say(f"{'':31} still firing: {', '.join(sorted(prometheus.firing()))}")
    say(f"{len(rules.alerts()) - len(never)} of {len(rules.alerts())} alerts fired")
    if never:
        say(f"never: {', '.join(sorted(never))}")
    return 1 if never else 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
