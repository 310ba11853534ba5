"""One worker as a scheduler knows it: its last heartbeat, and what this scheduler has given it."""

from tickwheel.protocol.workers import WorkerHeartbeat
from tickwheel.scheduler.placement.need import Need


class Worker:
    """What could be placed on it now. Stale knowledge is harmless: whoever owns the mailbox runs it or gives it back."""

    def __init__(self, heartbeat: WorkerHeartbeat, seen_at_s: float, given: int) -> None:
        self.given = given
        """Live attempts that this scheduler has sent to it: counted here, not guessed from heartbeats."""
        self._next_mailbox = 0
        self.renew(heartbeat, seen_at_s)

    def renew(self, heartbeat: WorkerHeartbeat, seen_at_s: float) -> None:
        self.heartbeat = heartbeat
        self.seen_at_s = seen_at_s
        self.handlers = frozenset(heartbeat.handlers)
        self._given_by_others = max(0, heartbeat.held - self.given)
        self._partitions: dict[str, list[int]] = {}
        for mailbox in heartbeat.mailboxes:
            self._partitions.setdefault(mailbox.topic, []).append(mailbox.partition)
        self.cpu_milli = heartbeat.cpu_milli
        self.memory_mib = heartbeat.memory_mib
        self.disk_mib = heartbeat.disk_mib
        self.extra_resources = dict(heartbeat.extra_resources)

    @property
    def free_credit(self) -> int:
        return self.heartbeat.credit - self._given_by_others - self.given

    def suits(self, need: Need) -> bool:
        """Whether it could ever run this, busy or not."""
        beat = self.heartbeat
        if beat.draining or beat.queue != need.queue or need.handler not in self.handlers:
            return False
        return all(beat.labels.get(name) == value for name, value in need.labels)

    def has_room(self, need: Need) -> bool:
        if self.free_credit <= 0:
            return False
        return not need.takes_resources or (
            self.cpu_milli >= need.cpu_milli
            and self.memory_mib >= need.memory_mib
            and self.disk_mib >= need.disk_mib
            and all(self.extra_resources.get(name, 0) >= amount for name, amount in need.extra_resources)
        )

    def take(self, need: Need) -> None:
        """Book the resources until the next heartbeat tells what is really free. Credit is booked by `given`."""
        self.cpu_milli -= need.cpu_milli
        self.memory_mib -= need.memory_mib
        self.disk_mib -= need.disk_mib
        for name, amount in need.extra_resources:
            self.extra_resources[name] = self.extra_resources.get(name, 0) - amount

    def mailbox(self, topic: str) -> int | None:
        """One of its partitions of that topic, in turn."""
        partitions = self._partitions.get(topic)
        if not partitions:
            return None
        self._next_mailbox += 1
        return partitions[self._next_mailbox % len(partitions)]
