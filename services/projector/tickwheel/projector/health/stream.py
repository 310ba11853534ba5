"""The faust application: `handler-stats` in, `handler-health` out. Its table is kept in a changelog topic, so it survives restarts."""

from collections.abc import AsyncIterable
from typing import Any

import faust
import msgspec

from tickwheel.projector.health.verdict import Handler
from tickwheel.projector.health.window import Window
from tickwheel.protocol.handlers import HandlerStats
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.settings import KafkaGroup

TELL_EVERY_MS = 5_000
"""A handler that is called is told of at least so often; a change of state at once."""

JUDGE_EVERY_S = 1.0

Told = dict[str, int]
"""When each handler was last told of."""


def make_app(kafka: KafkaGroup, codec: Codec, clock: Clock) -> faust.App:
    topics = Topics(kafka.topic_prefix)
    app = faust.App(
        f"{kafka.topic_prefix}health",
        broker=[f"kafka://{server}" for server in kafka.bootstrap.split(",")],
        store="memory://",
        topic_partitions=1,
        topic_replication_factor=kafka.replication,
        topic_disable_leader=True,
        web_enabled=False,
        autodiscover=False,
        broker_session_timeout=6.0,
        broker_heartbeat_interval=2.0,
    )
    stats = app.topic(topics.handler_stats, key_serializer="raw", value_serializer="raw", internal=False)
    health = app.topic(topics.handler_health, key_serializer="raw", value_serializer="raw", internal=False)
    handlers = app.Table("handlers", partitions=1)
    told: Told = {}

    async def tell(handler: Handler) -> None:
        now_ms = clock.now_ms()
        told[handler.name] = now_ms
        await health.send(key=handler.name.encode(), value=codec.encode(handler.health(now_ms)), partition=0)

    @app.agent(stats)
    async def merge(values: AsyncIterable[bytes]) -> None:
        async for value in values:
            heard = _decode(codec, value)
            if heard is None:
                continue
            handler = _load(handlers, heard.handler)
            before = handler.state
            handler.hear(heard, clock.now_ms())
            handlers[handler.name] = msgspec.json.encode(handler).decode()
            if handler.state != before or clock.now_ms() - told.get(handler.name, 0) >= TELL_EVERY_MS:
                await tell(handler)

    async def judge() -> None:
        """What time alone changes: an open breaker becomes half open."""
        for name in list(handlers.keys()):
            handler = _load(handlers, name)
            if handler.judge(clock.now_ms()):
                handlers[name] = msgspec.json.encode(handler).decode()
                await tell(handler)

    app.timer(interval=JUDGE_EVERY_S)(judge)
    return app


def _decode(codec: Codec, value: bytes) -> HandlerStats | None:
    """None for what cannot be read: the next second's record makes up for it."""
    try:
        return codec.decode(value, HandlerStats)
    except DecodeError:
        return None


def _load(handlers: Any, name: str) -> Handler:
    stored = handlers.get(name)
    return Handler(name, Window()) if stored is None else msgspec.json.decode(stored, type=Handler)
