"""How a first download tells what it has done, so that the CLI can draw a bar. Draws nothing itself."""

from typing import Protocol


class Progress(Protocol):
    def __call__(self, done_bytes: int, total_bytes: int) -> None:
        """Called as bytes arrive, from any thread; the last call has done == total."""


def silent(done_bytes: int, total_bytes: int) -> None:
    """Tells nobody."""
