"""How long to wait before the next try of something that failed."""


class Backoff:
    """Doubles from `first_s` to `most_s`; a success starts it over."""

    def __init__(self, first_s: float = 0.1, most_s: float = 5.0) -> None:
        self._first_s = first_s
        self._most_s = most_s
        self._next_s = first_s

    def next_s(self) -> float:
        """The pause before the coming try."""
        pause_s = self._next_s
        self._next_s = min(2 * pause_s, self._most_s)
        return pause_s

    def reset(self) -> None:
        self._next_s = self._first_s
