"""What a worker has to share out besides slots: cpu, memory, disk and named extras."""

from collections.abc import Mapping

from tickwheel.protocol.dispatch import AttemptDispatch


class Resources:
    """Counts only what jobs ask for: most ask for nothing and cost nothing here."""

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
        for name, value in dispatch.labels.items():
            if self.labels.get(name) != value:
                return f"the job wants a worker with the label {name}={value}, this one has none"
        for name, amount in wanted(dispatch):
            total = self._total.get(name, 0)
            if amount > total:
                return f"the job wants {name} {amount}, this worker shares out {total} in all"
        return ""

    def take(self, dispatch: AttemptDispatch) -> bool:
        """Reserve what it asks for; False, and nothing reserved, if it is not free now."""
        needs = wanted(dispatch)
        if not needs:
            return True
        if any(amount > self._free[name] for name, amount in needs):
            return False
        for name, amount in needs:
            self._free[name] -= amount
        return True

    def give_back(self, dispatch: AttemptDispatch) -> None:
        for name, amount in wanted(dispatch):
            self._free[name] += amount

    def free(self, name: str) -> int:
        return self._free.get(name, 0)

    def free_extras(self) -> dict[str, int]:
        return {name: self._free[name] for name in self._extras}


def wanted(dispatch: AttemptDispatch) -> list[tuple[str, int]]:
    needs: list[tuple[str, int]] = []
    if dispatch.cpu_milli:
        needs.append(("cpu_milli", dispatch.cpu_milli))
    if dispatch.memory_mib:
        needs.append(("memory_mib", dispatch.memory_mib))
    if dispatch.disk_mib:
        needs.append(("disk_mib", dispatch.disk_mib))
    if dispatch.extra_resources:
        needs.extend(dispatch.extra_resources.items())
    return needs
