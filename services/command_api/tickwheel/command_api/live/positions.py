"""Where a stream stands: the next offset of every partition of the journal, as text `0:17,1:4`."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tickwheel.command_api.problems import Problem

LONGEST = 20_000


def as_text(positions: Mapping[int, int]) -> str:
    return ",".join(f"{partition}:{offset}" for partition, offset in sorted(positions.items()))


def read(text: str, partitions: int) -> dict[int, int]:
    """Partitions that it does not name are left out. Raises the problem that the caller gets."""
    try:
        pairs = [tuple(map(int, pair.split(":"))) for pair in text[:LONGEST].split(",") if pair]
        positions = msgspec.convert(pairs, list[tuple[int, int]])
    except (ValueError, msgspec.ValidationError) as error:
        raise _wrong(text) from error
    if any(not (0 <= partition < partitions and 0 <= offset < 2**62) for partition, offset in positions):
        raise _wrong(text)
    return dict(positions)


def _wrong(text: Any) -> Problem:
    return Problem(
        422,
        "invalid",
        f"expected Last-Event-ID as the stream gave it, such as 0:17,1:4, but it is {text[:80]!r}",
        field="Last-Event-ID",
    )
