"""What the values of a job's definition may be. Schedulers refuse others; the SDK does before it sends them."""

import re
from typing import get_args

from tickwheel.protocol import vocabulary

DAY_MS = 86_400_000
LATEST_MS = 253_402_300_799_000
"""The end of the year 9999: no instant can be later."""
CENTURY_MS = 100 * 365 * DAY_MS

NAME_LENGTH = 255

QUEUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

WORDS = {
    "when": get_args(vocabulary.WhenKind),
    "dst_gap": get_args(vocabulary.DstGap),
    "dst_repeat": get_args(vocabulary.DstRepeat),
    "delivery": get_args(vocabulary.Delivery),
    "overlap": get_args(vocabulary.Overlap),
    "catch_up": get_args(vocabulary.CatchUp),
    "dependency_mode": get_args(vocabulary.DependencyMode),
}
"""Field and the words it may hold."""

RANGES: tuple[tuple[str, float, float], ...] = (
    ("delay_ms", 0, CENTURY_MS),
    ("run_at_ms", 0, LATEST_MS),
    ("start_at_ms", 0, LATEST_MS),
    ("end_at_ms", 0, LATEST_MS),
    ("max_runs", 0, 2**53),
    ("jitter_ms", 0, DAY_MS),
    ("priority", 0, 100),
    ("cpu_milli", 0, 2**40),
    ("memory_mib", 0, 2**40),
    ("disk_mib", 0, 2**40),
    ("max_retries", 0, 100),
    ("backoff_initial_ms", 0, 7 * DAY_MS),
    ("backoff_factor", 1, 100),
    ("backoff_cap_ms", 0, 30 * DAY_MS),
    ("backoff_jitter", 0, 1),
    ("timeout_ms", 1_000, 7 * DAY_MS),
    ("catch_up_window_ms", 0, CENTURY_MS),
    ("catch_up_cap", 1, 1_000),
    ("dependency_freshness_ms", 0, CENTURY_MS),
    ("dedup_window_ms", 0, 30 * DAY_MS),
    ("auto_pause_after", 0, 1_000_000),
)
"""Field, least and most."""


def is_plain(name: str) -> bool:
    """Printable, and without spaces around it."""
    return name.isprintable() and name == name.strip()
