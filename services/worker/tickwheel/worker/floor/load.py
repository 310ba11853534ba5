"""What a floor holds at one moment, for heartbeats and metrics."""

import msgspec


class Load(msgspec.Struct, frozen=True):
    running: int
    parked: int
    """Waiting for their instant."""
    ready: int
    """Waiting for a slot or for resources."""
    credit: int
    """Attempts it wants to hold at most."""

    @property
    def held(self) -> int:
        return self.running + self.parked + self.ready
