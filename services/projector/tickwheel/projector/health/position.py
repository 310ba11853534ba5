"""Which record of `handler-stats` comes next. faust resumes a partition before it has found its place in it, and what it
fetches in between is sometimes lost [3 of 100 restarts]; so the stream counts for itself, and goes back. Pure.

    heard 0, given 2    1 was passed over: back to 1
    heard 0, given 1    as it should be
    heard 0, 3 exist    nothing was given for two looks: back to 1
"""

TRIES = 3
"""What retention has removed is not looked for for ever."""


class Position:
    def __init__(self, next_offset: int) -> None:
        self.next_offset = next_offset
        self._tries = 0
        """How often it went back to `next_offset`."""
        self._seen = -1
        """Where it was at the last look."""

    def admits(self, offset: int) -> bool:
        """False: records before this one were passed over, go back to `next_offset`."""
        if offset > self.next_offset and self._tries < TRIES:
            self._tries += 1
            return False
        if offset >= self.next_offset:
            self.next_offset = offset + 1
            self._tries = 0
        return True

    def is_stuck(self, end_offset: int) -> bool:
        """There are records up to `end_offset`, and none came since the last look."""
        stuck = self._seen == self.next_offset < end_offset
        self._seen = self.next_offset
        return stuck
