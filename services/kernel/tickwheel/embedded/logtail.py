"""The line of a server's log that tells why it did not start."""

import pathlib
import re

TAIL_BYTES = 64 * 1024
_TELLING = re.compile(r"FATAL|ERROR|Exception|Error:|PANIC|Address already in use|No space left", re.ASCII)
_NOISE = re.compile(r"^\s+at |^\s*\.\.\. \d+ more|Exiting Kafka due to fatal exception")


def tail_offset(path: pathlib.Path) -> int:
    """Where the next run's lines will begin."""
    return path.stat().st_size if path.exists() else 0


def lines_since(path: pathlib.Path, offset: int) -> list[str]:
    if not path.exists():
        return []
    with path.open("rb") as file:
        file.seek(max(offset, path.stat().st_size - TAIL_BYTES))
        return file.read().decode("utf-8", "replace").splitlines()


def telling_line(lines: list[str]) -> str:
    """The last line that names a fault, or else the last line."""
    spoken = [line.strip() for line in lines if line.strip() and not _NOISE.search(line)]
    faults = [line for line in spoken if _TELLING.search(line)]
    return (faults or spoken or ["it wrote nothing to its log"])[-1]
