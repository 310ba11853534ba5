"""What an execution asks of a worker. Executions with equal needs wait in one line."""

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
    return Need(
        definition.queue,
        definition.handler,
        tuple(sorted(definition.labels.items())) if definition.labels else (),
        definition.cpu_milli,
        definition.memory_mib,
        definition.disk_mib,
        tuple(sorted(definition.extra_resources.items())) if definition.extra_resources else (),
    )
