"""Tells when a worker has done its share and should be started anew: handlers leak."""

from collections.abc import Callable

from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.worker.floor.floor import Floor

log = logs.logger(__name__)

LOOK_S = 1.0


class Wear:
    """A chore of the pulse. It only asks for the end, once: draining is the service's."""

    def __init__(
        self,
        settings: WorkerGroup,
        floor: Floor,
        clock: Clock,
        on_worn: Callable[[], None],
        held_mib: Callable[[], int],
    ) -> None:
        self._max_jobs = settings.max_jobs
        self._recycle_mib = settings.recycle_mib
        self._floor = floor
        self._clock = clock
        self._on_worn = on_worn
        self._held_mib = held_mib
        self._look_at = clock.monotonic()
        self._told = not (settings.max_jobs or settings.recycle_mib)

    def look(self) -> None:
        if self._told or self._clock.monotonic() < self._look_at:
            return
        self._look_at = self._clock.monotonic() + LOOK_S
        jobs, mib = self._floor.ended, self._held_mib()
        if 0 < self._max_jobs <= jobs or 0 < self._recycle_mib < mib:
            self._told = True
            log.info("Drains and ends, to be started anew by its supervisor", jobs=jobs, memory_mib=mib)
            self._on_worn()
