"""Who this worker is: a stable name, and an incarnation that is new at each start and after each lost lease."""

from tickwheel.runtime.fresh_ids import FreshIds


class Identity:
    def __init__(self, instance: str, ids: FreshIds) -> None:
        self.instance = instance
        """Stable: the transactional id follows from it, so a restart aborts what the dead one left open."""
        self._ids = ids
        self.worker_id = ids.uuid()
        """The incarnation. Leases and claims are its own, never the host's."""

    def renew(self) -> None:
        self.worker_id = self._ids.uuid()
