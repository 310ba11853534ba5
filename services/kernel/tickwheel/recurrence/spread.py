"""Spreads herds: the `H` of a cron expression and the jitter of an occurrence. A hash of ids, never a random number,
so that everyone who asks gets the same answer.
"""

import re

from tickwheel.protocol.ids import hash64
from tickwheel.recurrence.refusal import Refusal

_HASHED = re.compile(r"h(?:\((\d+)-(\d+)\))?(?:/(\d+))?")

_RANGES = {
    "second": (0, 59),
    "minute": (0, 59),
    "hour": (0, 23),
    "day of month": (1, 31),
    "month": (1, 12),
    "day of week": (0, 6),
}
# A plain H stops here, so that a job spread over the month runs in February too.
_LAST_COMMON_DAY = 28


def jittered(due_ms: int, jitter_ms: int, job_id: str, occurrence: str) -> int:
    """A due time moved later by up to `jitter_ms`, the same way every time. Never earlier."""
    if jitter_ms <= 0:
        return due_ms
    return due_ms + hash64("jitter", job_id, occurrence) % (jitter_ms + 1)


def spread(field: str, item: str, job_id: str) -> str | Refusal:
    """Replace an `H` by the number that is this job's own; anything else stays as it is.

    H is one value of the field, H(0-29) one of a range, H/15 every 15th from a start of its own.
    """
    match = _HASHED.fullmatch(item)
    if match is None:
        return item
    first, last = _RANGES[field]
    low = int(match[1] or first)
    high = int(match[2] or min(last, _LAST_COMMON_DAY if field == "day of month" else last))
    step = int(match[3]) if match[3] else 0
    if not first <= low <= high <= last or (match[3] and step == 0):
        return Refusal(
            "cron", f"expected a range of the {field} in {item.upper()}, such as H({first}-{last})"
        )
    width = min(step, high - low + 1) if step else high - low + 1
    chosen = low + hash64("spread", job_id, field) % width
    return f"{chosen}-{high}/{step}" if step else str(chosen)
