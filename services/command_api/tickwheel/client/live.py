"""Server-sent events, taken apart. Knows no connection."""

from collections.abc import Mapping

import msgspec

from tickwheel.client.answers import Json
from tickwheel.client.call import ATTEMPTS, WORTH_ANOTHER_TRY


class LiveEvent(msgspec.Struct, frozen=True):
    id: str
    """Where the stream stands after it."""
    type: str
    """The event's name, such as ExecutionCompleted."""
    data: Json


class LiveLines:
    """Fed line by line; remembers where the stream stands, so that it can go on after a cut."""

    def __init__(self) -> None:
        self.last_id = ""
        self._type = ""

    def headers(self) -> Mapping[str, str]:
        return {"Last-Event-ID": self.last_id} if self.last_id else {}

    def goes_on(self, failures: int, status: int = 0) -> bool:
        """Whether to try again, after so many failures on end, the last with this status. A stream that has stood once outlasts any
        outage; one that never began is given up as soon as any request."""
        return (not status or status in WORTH_ANOTHER_TRY) and (bool(self.last_id) or failures < ATTEMPTS)

    def feed(self, line: str) -> LiveEvent | None:
        name, _, value = line.partition(": ")
        if name == "id":
            self.last_id = value
        elif name == "event":
            self._type = value
        elif name == "data" and self._type not in ("begin", "end"):
            return LiveEvent(self.last_id, self._type, msgspec.json.decode(value))
        return None
