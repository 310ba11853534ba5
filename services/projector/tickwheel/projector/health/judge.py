"""What the stream does with each record and each second, on whatever keeps its memory: a faust table, or a dict in tests."""

from collections.abc import MutableMapping

import msgspec

from tickwheel.projector.health import verdict
from tickwheel.projector.health.gauges import Gauges
from tickwheel.projector.health.verdict import Handler, Rules
from tickwheel.protocol.handlers import HandlerBacklog, HandlerHealth, HandlerStats
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec, DecodeError

TELL_EVERY_MS = 5_000
"""A handler whose figures move is told of so often; a change of its breaker at once."""


class Judge:
    """`memory` is what a restart brings back: the name of a handler -> all that is remembered of it, as JSON."""

    def __init__(self, memory: MutableMapping[str, str], codec: Codec, clock: Clock, rules: Rules) -> None:
        self._memory = memory
        self._codec = codec
        self._clock = clock
        self._rules = rules
        self._gauges = Gauges(rules.drain_s)
        self._told_at_ms: dict[str, int] = {}
        self._untold: set[str] = set()
        """Handlers whose figures have changed since they were told."""

    def hear(self, value: bytes, offset: int) -> HandlerHealth | None:
        """Merge a record of `handler-stats`. The verdict, if it changed."""
        said = self._decode(value)
        if said is None:
            return None
        handler = self._load(said.handler)
        before = handler.state
        handler.hear(said, offset, self._clock.now_ms(), self._rules)
        self._store(handler)
        return self._tell(handler) if handler.state != before else None

    def look(self) -> list[HandlerHealth]:
        """What time alone changes, and what is due to be told. Called every second."""
        now_ms = self._clock.now_ms()
        told = []
        for name in list(self._memory):
            handler = self._load(name)
            before = handler.state
            if handler.judge(now_ms, self._rules):
                self._store(handler)
            if handler.state != before or self._is_due(name, now_ms):
                told.append(self._tell(handler))
        return told

    def next_offset(self) -> int:
        """Of the first record that is in nothing that is remembered."""
        return 1 + max((self._load(name).heard_offset for name in self._memory), default=-1)

    def _is_due(self, name: str, now_ms: int) -> bool:
        told_at_ms = self._told_at_ms.get(name)
        if told_at_ms is None:  # since the start: others may have missed the last word of the former process
            return True
        return name in self._untold and now_ms - told_at_ms >= TELL_EVERY_MS

    def _tell(self, handler: Handler) -> HandlerHealth:
        health = handler.health(self._clock.now_ms(), self._rules)
        self._told_at_ms[handler.name] = health.at_ms
        self._untold.discard(handler.name)
        self._gauges.show(handler, health)
        return health

    def _decode(self, value: bytes) -> HandlerStats | HandlerBacklog | None:
        """None for what cannot be read: the next second's record makes up for it."""
        try:
            said = self._codec.decode(value)
        except DecodeError:
            return None
        return said if isinstance(said, HandlerStats | HandlerBacklog) else None

    def _load(self, name: str) -> Handler:
        stored = self._memory.get(name)
        return verdict.new(name) if stored is None else msgspec.json.decode(stored, type=Handler)

    def _store(self, handler: Handler) -> None:
        self._memory[handler.name] = msgspec.json.encode(handler).decode()
        self._untold.add(handler.name)
