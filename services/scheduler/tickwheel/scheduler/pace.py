"""How much one batch may do: little while everybody is answered at once, more while there is a backlog.

A transaction costs the broker nearly the same with ten decisions or with ten thousand, and a job that a batch touches twice
is written once. Whoever stands behind a backlog waits for it anyway, and sooner gets through it in longer batches.
"""

STRETCH_MAX = 4


class Pace:
    def __init__(self, max_inputs: int, max_ms: int) -> None:
        self._max_inputs = max_inputs
        self._max_ms = max_ms
        self._stretch = 1

    @property
    def max_inputs(self) -> int:
        return self._max_inputs * self._stretch

    @property
    def max_s(self) -> float:
        return self._max_ms * self._stretch / 1_000

    def after_batch(self, *, inputs: int, left: int) -> None:
        """What it decided on, and what was read and had to wait for the next one."""
        behind = left > 0 or inputs >= self.max_inputs
        self._stretch = min(self._stretch * 2, STRETCH_MAX) if behind else 1
