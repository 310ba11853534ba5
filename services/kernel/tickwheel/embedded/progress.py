"""How a first start tells what it is doing, so that the CLI can draw a bar. Draws nothing itself."""

import enum
from typing import Protocol


class Stage(enum.Enum):
    """What only the first start on a machine does."""

    DOWNLOADING = "Downloading Kafka"
    PREPARING = "Preparing Kafka for quick starts"


class Progress(Protocol):
    def __call__(self, stage: Stage, done: int, total: int) -> None:
        """Called as a stage proceeds, from any thread: bytes when downloading, else 0 of 1 and then 1 of 1."""


def silent(stage: Stage, done: int, total: int) -> None:
    """Tells nobody."""
