"""What an execution asks of a worker. Executions with equal needs wait in one line."""

from functools import lru_cache

import msgspec

from tickwheel.protocol.definition import JobDefinition


class Need(msgspec.Struct, frozen=True, gc=False):
    """Hashable, so that it can name the line that an execution waits in."""

    queue: str
    handler: str
    labels: tuple[tuple[str, str], ...] = ()
    cpu_milli: int = 0
    memory_mib: int = 0
    disk_mib: int = 0
    extra_resources: tuple[tuple[str, int], ...] = ()

    @property
    def takes_resources(self) -> bool:
        return bool(self.cpu_milli or self.memory_mib or self.disk_mib or self.extra_resources)


def need_of(definition: JobDefinition) -> Need:
    if not (
        definition.labels
        or definition.cpu_milli
        or definition.memory_mib
        or definition.disk_mib
        or definition.extra_resources
    ):
        return _plain(definition.queue, definition.handler)
    return Need(
        definition.queue,
        definition.handler,
        tuple(sorted(definition.labels.items())),
        definition.cpu_milli,
        definition.memory_mib,
        definition.disk_mib,
        tuple(sorted(definition.extra_resources.items())),
    )


@lru_cache(maxsize=4_096)
def _plain(queue: str, handler: str) -> Need:
    """Of most jobs: any worker of the queue that has the handler."""
    return Need(queue, handler)
