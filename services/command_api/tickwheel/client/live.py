"""Server-sent events, taken apart. Knows no connection."""

from collections.abc import Mapping

import msgspec

from tickwheel.client.answers import Json


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

    def feed(self, line: str) -> LiveEvent | None:
        name, _, value = line.partition(": ")
        if name == "id":
            self.last_id = value
        elif name == "event":
            self._type = value
        elif name == "data" and self._type not in ("begin", "end"):
            return LiveEvent(self.last_id, self._type, msgspec.json.decode(value))
        return None
