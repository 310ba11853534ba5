"""What is wrong with the settings: every fault in one message, each with its remedy."""

from collections.abc import Sequence

from tickwheel.runtime.fault import Fault


class SettingsError(Fault):
    """At least one setting is missing, unknown or out of its range."""

    def __init__(self, faults: Sequence[str]) -> None:
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        lines = [f"The settings have {count}:", *(f"  {fault}" for fault in faults)]
        lines.append("`tickwheel config show` lists every setting, its value and where the value came from.")
        super().__init__("\n".join(lines))
        self.faults = tuple(faults)
