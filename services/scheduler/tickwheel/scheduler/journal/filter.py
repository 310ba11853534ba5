"""Which events of the journal are wanted."""

import msgspec

from tickwheel.protocol.events.event import Event

ANY: frozenset[str] = frozenset()


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """An event must match every field that is not empty."""

    job_id: str = ""
    types: frozenset[str] = ANY
    actor: str = ""
    execution_id: str = ""

    def matches(self, event: Event) -> bool:
        return (
            (not self.job_id or event.job_id == self.job_id)
            and (not self.types or type(event).__name__ in self.types)
            and (not self.actor or event.actor == self.actor)
            and (not self.execution_id or getattr(event, "execution_id", "") == self.execution_id)
        )
