"""The golden bytes: what each sample looks like on the wire. Lines of older ids stay for ever.

After a change of a message, write the new lines with

    .venv/bin/python -m tests.contract.messages.golden

and read the difference before you commit it.
"""

from pathlib import Path
from typing import NamedTuple

from tests.contract.messages import samples

from tickwheel.protocol.catalogue import MESSAGES
from tickwheel.runtime.codec import Codec

FILE = Path(__file__).with_name("golden.txt")


class Line(NamedTuple):
    id: int
    name: str
    sample: str
    """`full` or `least`."""
    data: bytes


def committed() -> list[Line]:
    parts = [line.split() for line in FILE.read_text().splitlines()] if FILE.exists() else []
    return [Line(int(id_), name, sample, bytes.fromhex(data)) for id_, name, sample, data in parts]


def today() -> list[Line]:
    codec = Codec()
    return [
        Line(codec.schema_id(kind), kind.__name__, make.__name__, codec.encode(make(kind)))
        for kind in MESSAGES
        for make in (samples.full, samples.least)
    ]


def text(lines: list[Line]) -> str:
    return "".join(f"{line.id} {line.name} {line.sample} {line.data.hex()}\n" for line in lines)


def merged() -> list[Line]:
    lines = {(line.id, line.sample): line for line in [*committed(), *today()]}
    return sorted(lines.values())


if __name__ == "__main__":
    FILE.write_text(text(merged()))
