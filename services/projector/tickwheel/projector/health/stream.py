"""The faust application: `handler-stats` in, `handler-health` out. Its table is kept in a changelog topic, so it survives restarts."""

from asyncio import Event
from typing import Any, cast

import faust
from faust.tables.manager import TableManager
from faust.types import TP

from tickwheel.projector.health.credentials import credentials
from tickwheel.projector.health.judge import Judge
from tickwheel.projector.health.position import Position
from tickwheel.projector.health.table import SinglePartitionTable
from tickwheel.projector.health.verdict import Rules
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.settings import HealthGroup, KafkaGroup

LOOK_EVERY_S = 1.0

log = logs.logger(__name__)


def make_app(kafka: KafkaGroup, settings: HealthGroup, codec: Codec, clock: Clock) -> faust.App:
    topics = Topics(kafka.topic_prefix)
    app = _app(kafka)
    stats = app.topic(topics.handler_stats, key_serializer="raw", value_serializer="raw", internal=False)
    health = app.topic(topics.handler_health, key_serializer="raw", value_serializer="raw", internal=False)
    rules = Rules(1_000 * settings.breaker_open_s, settings.drain_s)
    # Time changes a verdict too, outside of any record whose partition faust could take over: there is only one.
    table = app.Table("handlers", partitions=1, use_partitioner=True)
    judge = Judge(table, codec, clock, rules)

    async def tell(verdict: HandlerHealth) -> None:
        await health.send(key=verdict.handler.encode(), value=codec.encode(verdict), partition=0)

    place = _Place(app, TP(topics.handler_stats, 0), judge)

    @app.agent(stats)
    async def merge(stream: Any) -> None:
        async for event in stream.events():
            if not await place.admits(event.message.offset):
                continue
            verdict = judge.hear(event.value, event.message.offset)
            if verdict is not None:
                await tell(verdict)

    async def look() -> None:
        if app.rebalancing or not recovered(app).is_set():
            return  # the table is not whole
        await place.look()
        for verdict in judge.look():
            await tell(verdict)

    app.timer(interval=LOOK_EVERY_S)(look)
    return app


class _Place:
    """Goes back to what faust passed over."""

    def __init__(self, app: faust.App, partition: TP, judge: Judge) -> None:
        self._app = app
        self._partition = partition
        self._judge = judge
        self._position: Position | None = None
        app.on_partitions_assigned.connect(self._forget)

    async def admits(self, offset: int) -> bool:
        """False: what is before this record comes first."""
        admitted = self._known().admits(offset)
        if not admitted:
            await self._go_back()
        return admitted

    async def look(self) -> None:
        consumer = self._app.consumer
        if self._partition not in consumer.assignment():
            return
        if self._known().is_stuck(consumer.highwater(self._partition) or 0):
            await self._go_back()

    async def _go_back(self) -> None:
        log.info("Records were passed over; reading them again", offset=self._known().next_offset)
        await self._app.consumer.seek_wait({self._partition: self._known().next_offset})

    def _known(self) -> Position:
        """From the table, which is whole whenever somebody asks."""
        if self._position is None:
            self._position = Position(self._judge.next_offset())
        return self._position

    async def _forget(self, *_: object, **__: object) -> None:
        self._position = None


def recovered(app: faust.App) -> Event:
    """Set when the table is as the former process left it."""
    return cast("TableManager", app.tables).recovery.completed


def _app(kafka: KafkaGroup) -> faust.App:
    return faust.App(
        f"{kafka.topic_prefix}health",
        broker=[f"kafka://{server}" for server in kafka.bootstrap.split(",")],
        broker_credentials=credentials(kafka),
        store="memory://",
        Table=SinglePartitionTable,
        topic_partitions=1,
        topic_replication_factor=kafka.replication,
        topic_disable_leader=True,
        web_enabled=False,
        autodiscover=False,
        broker_session_timeout=6.0,
        broker_heartbeat_interval=2.0,
    )
