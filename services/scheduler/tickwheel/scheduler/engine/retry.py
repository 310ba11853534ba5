"""How long a failed attempt waits for its next one."""

import math

from tickwheel.protocol.ids import hash64


def retry_delay_ms(
    attempt: int, initial_ms: int, factor: float, cap_ms: int, jitter: float, execution_id: str
) -> int:
    """The wait after failed attempt number `attempt` (from 1): grows by `factor`, varies by a fraction of `jitter`
    both ways, and is never longer than `cap_ms`. It follows from the ids, so a replay waits as long.
    """
    wait_ms = min(_grown(attempt, initial_ms, factor, cap_ms), cap_ms)
    share = hash64("retry", execution_id, str(attempt)) / 2**63 - 1
    return max(0, min(cap_ms, round(wait_ms * (1 + jitter * share))))


def _grown(attempt: int, initial_ms: int, factor: float, cap_ms: int) -> float:
    """initial x factor^(attempt - 1), without computing what is beyond the cap anyway: it may not fit a float."""
    times = max(attempt, 1) - 1
    if initial_ms <= 0 or factor <= 0 or cap_ms <= 0:
        return max(initial_ms, 0)
    if times * math.log(factor) > math.log(cap_ms) - math.log(initial_ms):
        return cap_ms
    return float(initial_ms * factor**times)
