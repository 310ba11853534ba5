"""What a worker has to share out besides slots: cpu, memory, disk and named extras."""

from collections.abc import Mapping

from tickwheel.protocol.dispatch import AttemptDispatch

Needs = tuple[tuple[str, int], ...]
"""(resource, amount) for what a job asks for. Empty for most."""


class Resources:
    """Free amounts by name."""

    def __init__(
        self,
        *,
        cpu_milli: int = 0,
        memory_mib: int = 0,
        disk_mib: int = 0,
        extras: Mapping[str, int] | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self.labels = dict(labels or {})
        self._total = {
            "cpu_milli": cpu_milli,
            "memory_mib": memory_mib,
            "disk_mib": disk_mib,
            **(extras or {}),
        }
        self._free = dict(self._total)
        self._extras = tuple(extras or ())

    def misfit(self, dispatch: AttemptDispatch) -> str:
        """Why it could never run here, or empty."""
        if not dispatch.labels and not asks(dispatch):
            return ""
        for name, value in dispatch.labels.items():
            if self.labels.get(name) != value:
                return f"the job wants a worker with the label {name}={value}, this one has none"
        for name, amount in needs_of(dispatch):
            total = self._total.get(name, 0)
            if amount > total:
                return f"the job wants {name} {amount}, this worker shares out {total} in all"
        return ""

    def take(self, needs: Needs) -> bool:
        """Reserve what is needed; False, and nothing reserved, if it is not free now."""
        if not needs:
            return True
        if any(amount > self._free[name] for name, amount in needs):
            return False
        for name, amount in needs:
            self._free[name] -= amount
        return True

    def give_back(self, needs: Needs) -> None:
        for name, amount in needs:
            self._free[name] += amount

    def free(self, name: str) -> int:
        return self._free.get(name, 0)

    def free_extras(self) -> dict[str, int]:
        return {name: self._free[name] for name in self._extras}


def needs_of(dispatch: AttemptDispatch) -> Needs:
    plain = (
        ("cpu_milli", dispatch.cpu_milli),
        ("memory_mib", dispatch.memory_mib),
        ("disk_mib", dispatch.disk_mib),
    )
    return tuple(need for need in (*plain, *dispatch.extra_resources.items()) if need[1])


def asks(dispatch: AttemptDispatch) -> bool:
    """Whether it asks for anything at all. Most do not, and cost no more than this."""
    return bool(dispatch.cpu_milli or dispatch.memory_mib or dispatch.disk_mib or dispatch.extra_resources)
